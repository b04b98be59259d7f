package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/specs"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// settings are the flags that verify and stress share.
type settings struct {
	deque   string
	seed    uint64
	timeout time.Duration
	json    bool
	html    string
}

func (s *settings) register(fs *flag.FlagSet) {
	fs.StringVar(&s.deque, "deque", everyDeque, "`name` of the deque, or several separated by commas")
	fs.Uint64Var(&s.seed, "seed", 1, "seed `number` of the random scenarios; it does not control schedules on real cores")
	fs.DurationVar(&s.timeout, "timeout", 0, "stop the whole run after this `time`; 0 means no limit")
	fs.BoolVar(&s.json, "json", false, "print a JSON document instead of the table")
	fs.StringVar(&s.html, "html", "", "save failing histories in this `directory`, as table, NDJSON and interactive HTML")
}

// check returns an error if a value is out of range.
func (s *settings) check() error {
	return cmp.Or(checkSeed(s.seed), console.NotNegative("-timeout", s.timeout))
}

// checkSeed returns an error for the seed that stands for none.
func checkSeed(seed uint64) error {
	if seed == 0 {
		return errors.New("-seed is 0; want 1 or more")
	}
	return nil
}

// limit bounds ctx by the timeout.
func (s *settings) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	return limited(ctx, s.timeout)
}

// limited bounds ctx by the value of -timeout; 0 is no bound.
func limited(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, timeout, fmt.Errorf("-timeout %v", timeout))
}

// campaign is a run over several deques.
type campaign struct {
	settings
	verb      string
	extent    string // describes the deques of its rounds
	items     int    // the number that each deque is to move; 0 if none was set
	machine   machine
	results   []*result
	pooled    *pooled        // nil unless all deques were chosen
	explored  *exploration   // nil if -sched is off
	specified *specs.Checked // nil if -specs is off
	cut       string         // the reason if it was cut short
	took      time.Duration
}

// prober tries one deque. It calls begin before each rule, and each after each rule, with the outcome. During a
// long rule it calls progress now and then, with the outcome so far.
type prober func(ctx context.Context, m wsqtest.Member, begin func(wsqtest.Rule), progress, each func(wsqtest.Outcome))

// run tries all deques, and shows its progress on stderr.
func (c *campaign) run(ctx context.Context, stderr io.Writer, probe prober, replay func(m wsqtest.Member, f *wsqtest.Finding) string) {
	ctx, cancel := c.limit(ctx)
	defer cancel()
	start := time.Now()
	show := console.NewProgress(stderr, len(c.results))
	stopping := func() {
		c.cut = context.Cause(ctx).Error()
		show.Clear()
		fmt.Fprintf(stderr, "stealproof: stopping: %s\n", c.cut)
	}
	console.Watch(ctx, show.Tick, stopping, func(post func(func())) {
		for _, r := range c.results {
			if ctx.Err() != nil {
				return
			}
			c.try(ctx, r, show, probe, replay, post, stderr)
		}
	})
	show.Clear()
	switch {
	case c.whole():
		c.cut = "" // the cancellation came too late to cut anything short
	case c.cut == "": // every rule that was left noticed the cancellation before Watch did
		stopping()
	}
	c.took = time.Since(start)
}

// try tries one deque. Another goroutine owns the result and the progress, so try changes them only through
// post.
func (c *campaign) try(ctx context.Context, r *result, show *console.Progress, probe prober,
	replay func(wsqtest.Member, *wsqtest.Finding) string, post func(func()), stderr io.Writer) {
	start := time.Now()
	last := func() *tried { return &r.outcomes[len(r.outcomes)-1] }
	post(func() {
		r.began = true
		show.Begin(r.deque.Name)
	})
	probe(ctx, r.deque,
		func(rule wsqtest.Rule) {
			post(func() {
				r.outcomes = append(r.outcomes, tried{Outcome: wsqtest.Outcome{Rule: rule}, running: true})
				show.BeginRule(rule.Name)
			})
		},
		func(soFar wsqtest.Outcome) {
			text := did(soFar)
			post(func() {
				last().Outcome = soFar
				r.took = time.Since(start)
				show.Update(text)
			})
		},
		func(o wsqtest.Outcome) {
			done := tried{Outcome: o}
			if f := o.Found; f != nil {
				if !f.Vacuous {
					done.replay = replay(r.deque, f)
				}
				if f.Failure == nil && f.History != nil && linearizability.Check(f.History, judgement) == linearizability.Violation {
					f.History = linearizability.Reduce(f.History, judgement)
				}
				var err error
				if f.History != nil && c.html != "" {
					if done.files, err = linearizability.Save(f.History, c.html, r.deque.Name+"-"+f.Rule.Name); err != nil {
						post(func() {
							show.Clear()
							fmt.Fprintf(stderr, "stealproof: %v\n", err)
						})
					}
				}
			}
			post(func() {
				*last() = done
				r.took = time.Since(start)
				if o.Coverage != nil || o.Ledger != nil {
					show.EndRule(did(o))
				}
			})
		})
	post(func() { show.End(r.verdict()) })
}

// judgement bounds the time to judge one history if nothing else does.
const judgement = 10 * time.Second

// whole reports whether every rule was run to its end.
func (c *campaign) whole() bool {
	for _, r := range c.results {
		if cut, missed := r.unfinished(); len(cut)+len(missed) > 0 {
			return false
		}
	}
	return true
}

// state returns the worst state of all parts.
func (c *campaign) state() console.State {
	worst := c.onCores()
	if c.explored != nil {
		if s := c.explored.state(); console.Worse(s, worst) {
			worst = s
		}
	}
	if c.specified != nil && console.Worse(c.specified.State(), worst) {
		worst = c.specified.State()
	}
	return worst
}

// onCores returns the worst state of a deque, and of the pool.
func (c *campaign) onCores() console.State {
	worst := console.Held
	if c.pooled != nil {
		worst = c.pooled.state()
	}
	for _, r := range c.results {
		s, _ := r.state()
		if s == console.NotRun {
			s = console.CutShort
		}
		if console.Worse(s, worst) {
			worst = s
		}
	}
	return worst
}

// print writes the results to stdout, and returns the exit code.
func print(c *console.Command, run *campaign) int {
	code := console.ExitCode(run.state())
	text := run.text()
	if run.json {
		text = console.Encode(run.document(code))
	}
	if _, err := io.WriteString(c.Stdout, text); err != nil {
		fmt.Fprintf(c.Stderr, "stealproof: cannot write the results: %v\n", err)
		if code == console.ExitHeld {
			code = console.ExitUsage
		}
	}
	return code
}
