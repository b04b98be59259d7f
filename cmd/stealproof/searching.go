package main

import (
	"fmt"
	"io"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// searching shows the progress of searches. On a terminal it rewrites one line; elsewhere it prints a line now
// and then.
type searching struct {
	console.Line
	now  func() time.Time
	said time.Time     // when the last line of the running search was printed, or its first report came
	last report.Report // the last report of the running search
	base report.Report // the report from which the rate is computed
	rate string
}

func newSearching(to io.Writer) *searching {
	return &searching{Line: console.NewLine(to), now: time.Now}
}

// running shows the progress of the search of r.
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

// speed returns the executions per second, over at least a second. Reports of several processes come close
// together, so shorter spans would give useless rates.
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

// ended reports the end of a search, or of a part of one.
func (s *searching) ended(r report.Report) {
	part := ""
	if r.Part != "" {
		part = "part " + r.Part + " "
	}
	s.say("%s: %s%s, %s, %.1fs", r.Test, part, r.Ending, console.Plural(r.Executions, "execution"), r.Seconds)
}

// say prints a line that stays on the terminal.
func (s *searching) say(format string, args ...any) {
	s.Clear()
	fmt.Fprintf(s.To, format+"\n", args...)
}
