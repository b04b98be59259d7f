package check

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/stealproof/stealproof/internal/report"
)

// confirming holds back the failures of a run until they have happened again in a fresh process.
// State that an earlier execution has left in this process is not there.
type confirming struct {
	binary *Binary
	plan   Plan
	each   func(report.Report) // the caller's Plan.Report; it may be nil

	mu      sync.Mutex
	held    []report.Report          // failures, in the order in which they came
	outcome map[string]report.Report // by token: the failure, or what it has become
	doubted bool                     // some did not happen again
}

// confirming returns nil if the plan does not ask for it.
func (b *Binary) confirming(p Plan) *confirming {
	if !p.Confirm || p.Replay != "" {
		return nil
	}
	return &confirming{binary: b, plan: p, each: p.Report, outcome: map[string]report.Report{}}
}

// report is the Plan.Report of the run.
func (c *confirming) report(r report.Report) {
	if repeatable(r) {
		c.mu.Lock()
		c.held = append(c.held, r)
		c.mu.Unlock()
	} else if c.each != nil {
		c.each(r)
	}
}

// repeatable reports whether a report is of a failure that a token repeats.
func repeatable(r report.Report) bool { return r.Ending == report.Failed && r.Token != "" }

// all confirms the failures that were held back, and those among the sums. It then reports the
// former.
func (c *confirming) all(ctx context.Context, sums []report.Report) error {
	for _, r := range append(c.held, sums...) {
		if _, known := c.outcome[r.Token]; known || !repeatable(r) {
			continue
		}
		again, err := c.again(ctx, r)
		if err != nil {
			return err
		}
		c.outcome[r.Token] = again
	}
	for i, r := range sums {
		if repeatable(r) {
			sums[i] = c.settled(r)
		}
	}
	if c.each != nil {
		for _, r := range c.held {
			c.each(c.settled(r))
		}
	}
	return nil
}

// settled returns what a failure has become. If it has not happened again, but that of another part
// of the same search has, it has become that one.
func (c *confirming) settled(r report.Report) report.Report {
	is := c.outcome[r.Token]
	for _, other := range c.held {
		if is.Ending == report.Failed {
			break
		}
		if o := c.outcome[other.Token]; keyOf(other) == keyOf(r) && o.Ending == report.Failed {
			is = o
		}
	}
	is.Part, is.Fingerprint, is.Executions, is.Abandoned, is.Steps = r.Part, r.Fingerprint, r.Executions, r.Abandoned, r.Steps
	is.Deepest, is.Seconds, is.Waits, is.Left = r.Deepest, r.Seconds, r.Waits, r.Left
	return is
}

// again runs the token of a failure in a fresh process. It returns the failure if that breaks the
// same rule, and otherwise a report that says so.
func (c *confirming) again(ctx context.Context, r report.Report) (report.Report, error) {
	p := c.plan
	p.Run, p.Replay, p.Report, p.Running, p.Jobs, p.Shards = Exactly(r.Test), r.Token, nil, nil, 1, 0
	out, err := c.binary.run(ctx, p)
	if err != nil {
		return r, err
	}
	var now report.Report
	for _, o := range out.Reports {
		if keyOf(o) == keyOf(r) {
			now = o
		}
	}
	if now.Ending == report.Failed && now.Rule == r.Rule {
		return r, nil
	}
	happened := "the execution broke no rule"
	switch {
	case out.Died != "":
		happened = "the process died (" + out.Died + ")"
	case now.Test == "":
		happened = "the test did not come to this search"
	case now.Differs != "" && now.Rule == "":
		happened = "the execution took other steps"
	case now.Rule != "":
		happened = fmt.Sprintf("the execution broke the rule %q", now.Rule)
	}
	c.doubted = true
	return r.NotRepeated(happened), nil
}

// Exactly returns the pattern for go test -run that selects one test.
func Exactly(test string) string {
	var parts []string
	for part := range strings.SplitSeq(test, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	return strings.Join(parts, "/")
}
