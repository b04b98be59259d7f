package specs

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/tlc"
)

// one runs TLC on one configuration.
func (s *specs) one(ctx context.Context, w *tlc.Workspace, r *modelRow, so func(string)) error {
	workers := s.workers(r)
	o, err := w.Check(ctx, tlc.Run{
		Module: r.want.Module, Config: r.want.Config, Workers: workers, Coverage: r.want.Covers, Brief: r.want.Seconds < 20 && r.want.GoOnly == "",
		Progress: func(p tlc.Progress) {
			so(fmt.Sprintf("%s distinct states, %s queued, depth %d", console.Count(p.Distinct), console.Count(p.Queue), p.Depth))
		},
	})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	f := &r.found
	f.Exit, f.Message = &o.Exit, o.Message
	if o.Exit == 0 {
		f.Generated, f.States, f.Depth = o.Generated, o.Distinct, o.Depth
	} else {
		f.Trace = len(o.Trace)
	}
	if o.Exit != r.want.Exit {
		r.miss("exit code %d, want %d", o.Exit, r.want.Exit)
	}
	if o.Message != r.want.Message {
		r.miss("%q, want %q", o.Message, r.want.Message)
	}
	r.expect("generated", f.Generated, r.want.Generated)
	r.expect("distinct", f.States, r.want.Distinct)
	if workers == 1 {
		r.expect("deep", f.Depth, r.want.Depth)
	}
	r.expect("states in the trace", f.Trace, r.want.Trace)
	r.never, r.cpu = o.Never, o.CPU
	if len(r.wrong) > 0 && !s.update {
		r.text = plainOutput(o.Output)
	}
	return nil
}

var coverageLine = regexp.MustCompile(`^[ |<]*\w* ?\|*line \d+, col \d+ to line .*: \d`)

// plainOutput removes TLC's marks for programs from its output.
func plainOutput(output string) string {
	var lines []string
	for _, line := range strings.Split(output, "\n") {
		if coverageLine.MatchString(line) {
			continue
		}
		if !strings.HasPrefix(line, "@!@!@") && !strings.HasPrefix(line, "Parsing file") && !strings.HasPrefix(line, "Semantic processing") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
