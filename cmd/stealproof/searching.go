package main

import (
	"fmt"
	"io"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// searching shows how far searches are: on a terminal in one line that is written
// again and again, elsewhere in a line now and then.
type searching struct {
	console.Line
	now  func() time.Time
	said time.Time     // the last line of a running search, or its first report
	last report.Report // of it
	base report.Report // since which the rate is
	rate string
}

func newSearching(to io.Writer) *searching {
	return &searching{Line: console.NewLine(to), now: time.Now}
}

// running shows what has been done so far.
func (s *searching) running(r report.Report) {
	text := s.text(r)
	if r.Test != s.last.Test || r.Search != s.last.Search {
		s.said = s.now()
	}
	s.last = r
	s.Write(text)
	if !s.Live && s.now().Sub(s.said) >= console.Often {
		s.said = s.now()
		fmt.Fprintln(s.To, text)
	}
}

func (s *searching) text(r report.Report) string {
	if r.Rule != "" {
		return fmt.Sprintf("%s: %q is broken; looking for a smaller schedule", r.Test, r.Rule)
	}
	text := fmt.Sprintf("%s: %s", r.Test, console.Plural(r.Executions, "execution"))
	text += s.speed(r) + fmt.Sprintf(", at most %s", console.Plural(r.Deepest, "step"))
	if r.Share > 0 {
		text += fmt.Sprintf(", about %.2g %% done", 100*r.Share)
	}
	if r.Doing != "" {
		text += ", " + r.Doing
	}
	return fmt.Sprintf("%s, %.0fs", text, r.Seconds)
}

// speed is how many executions there are in a second: in the last one or more, since the reports
// of several processes follow each other closely.
func (s *searching) speed(r report.Report) string {
	b := s.base
	done, seconds := r.Executions-b.Executions, r.Seconds-b.Seconds
	switch {
	case b.Test != r.Test || b.Search != r.Search || b.Doing != r.Doing || done < 0 || seconds < 0:
		done, seconds = r.Executions, r.Seconds
	case seconds < 1:
		return s.rate
	}
	s.base, s.rate = r, ""
	if seconds > 0 {
		s.rate = fmt.Sprintf(", %s/s", console.Count(int(float64(done)/seconds)))
	}
	return s.rate
}

// ended says what has come of a search, or of a part of it.
func (s *searching) ended(r report.Report) {
	part := ""
	if r.Part != "" {
		part = "part " + r.Part + " "
	}
	s.say("%s: %s%s, %s, %.1fs", r.Test, part, r.Ending, console.Plural(r.Executions, "execution"), r.Seconds)
}

// say writes a line that stays.
func (s *searching) say(format string, args ...any) {
	s.Clear()
	fmt.Fprintf(s.To, format+"\n", args...)
}
