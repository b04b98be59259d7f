package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// stressFor is how long stress runs each deque by default.
const stressFor = 10 * time.Second

// itemsPerRound converts rounds into items for the exactly-once rule: one round takes about as long as this
// many items.
const itemsPerRound = 100

// largest bounds -capacity, because each round makes a deque.
const largest = 1 << 16

// wide is the shape of stress's random scenarios. The preparation uses the deque, and the scenarios push more
// items than it has room for at first.
var wide = model.Shape{MaxPrepare: 10, MaxOwner: 8, MaxThieves: 3, MaxSteals: 4}

type stress struct {
	*console.Command
	settings
	text     string
	scenario *model.Scenario
	rounds   int
	span     time.Duration
	capacity int
}

func stressVerb(c *console.Command) *ffcli.Command {
	s := &stress{Command: c}
	fs := c.FlagSet("stress")
	s.register(fs)
	fs.StringVar(&s.text, "scenario", "", "`operations` of the owner, then of each thief after a bar, such as \"push push pop | steal steal\"; random by default")
	fs.IntVar(&s.rounds, "rounds", 0, "`number` of rounds for each deque")
	fs.DurationVar(&s.span, "for", 0, "`time` for each deque; the default is 10s unless -rounds is given")
	fs.IntVar(&s.capacity, "capacity", 0, "initial `number` of items that a deque has room for, or the limit of a bounded deque; 0 tries several")
	return &ffcli.Command{
		Name:       "stress",
		ShortUsage: "stealproof stress [flags]",
		ShortHelp:  "run random scenarios, or a given one, for longer",
		LongHelp: `  Records concurrent rounds and judges their histories. Without -scenario it also pushes
  many items while thieves steal, and checks that each item is taken once.

  In a scenario, operations before a semicolon prepare the deque. push*3 is short for
  push push push, and batch:2 steals at most 2 items. For example:
  "push*3 steal ; pop push scrub | steal | batch:2"

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments("stress", args); err != nil {
				return err
			}
			given := map[string]bool{}
			fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
			if err := s.validate(given); err != nil {
				return err
			}
			return s.run(ctx)
		},
	}
}

// validate parses the scenario, and returns an error if a value is invalid.
func (s *stress) validate(given map[string]bool) error {
	for _, err := range []error{
		s.check(), console.NotNegative("-rounds", s.rounds), console.NotNegative("-for", s.span), console.NotNegative("-capacity", s.capacity),
	} {
		if err != nil {
			return err
		}
	}
	if s.capacity > largest {
		return fmt.Errorf("-capacity is %d; want 0 to %d", s.capacity, largest)
	}
	if given["rounds"] && given["for"] {
		return errors.New("give -rounds or -for, not both")
	}
	if s.rounds == 0 && s.span == 0 {
		s.span = stressFor
	}
	if !given["scenario"] {
		return nil
	}
	sc, err := model.ParseScenario(s.text)
	s.scenario = &sc
	return err
}

func (s *stress) run(ctx context.Context) error {
	members, err := choose(s.deque)
	if err != nil {
		return err
	}
	run := &campaign{settings: s.settings, verb: "stress"}
	var rules []wsqtest.Rule
	for _, r := range wsqtest.Rules() {
		if r.Name == once && s.scenario == nil || r.Name == linear {
			rules = append(rules, r)
		}
	}
	for _, m := range members {
		if s.scenario != nil {
			if err := s.scenario.Runnable(target(m).New(1)); err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
		}
		run.results = append(run.results, newResult(m, rules))
	}
	if err := console.Writable(s.html); err != nil {
		return err
	}
	run.machine = thisMachine()
	run.extent = s.extent()
	fmt.Fprintln(s.Stderr, run.machine)
	run.run(ctx, s.Stderr,
		func(ctx context.Context, m wsqtest.Member, begin func(wsqtest.Rule), progress, each func(wsqtest.Outcome)) {
			for _, r := range rules {
				begin(r)
				if r.Name == once {
					each(s.account(ctx, m, r, progress))
				} else {
					each(s.linearize(ctx, m, r, progress))
				}
			}
		},
		func(m wsqtest.Member, f *wsqtest.Finding) string { return stressAgain(m, f.Failure, s.seed) })
	s.Code = print(s.Command, run)
	return nil
}

// extent describes the deques that the rounds use.
func (s *stress) extent() string {
	extent := smallDeques
	if s.capacity > 0 {
		extent = fmt.Sprintf("on deques of capacity %d only", s.capacity)
	}
	if s.scenario != nil {
		extent += fmt.Sprintf(", all running %q", s.scenario)
	}
	return extent
}

// The rules of the suite that stress runs.
const (
	once   = "exactly-once"
	linear = "linearizable"
)

func (s *stress) account(ctx context.Context, m wsqtest.Member, rule wsqtest.Rule, progress func(wsqtest.Outcome)) wsqtest.Outcome {
	ledger, failure, err := linearizability.Account(ctx, target(m), linearizability.AccountOptions{
		Items: s.rounds * itemsPerRound, For: s.span / 2, Thieves: 3, Capacity: s.capacity, Seed: s.seed,
		Progress: func(l linearizability.Ledger) { progress(wsqtest.Outcome{Rule: rule, Ledger: &l}) },
	})
	o := outcome(rule, failure, err)
	o.Ledger = &ledger
	if o.Did = did(o); o.Found == nil && err == nil && ledger.Stolen == 0 {
		o.Found = &wsqtest.Finding{Rule: rule, Vacuous: true, Broken: "no thief got an item, so nothing was tested"}
	}
	return o
}

func (s *stress) linearize(ctx context.Context, m wsqtest.Member, rule wsqtest.Rule, progress func(wsqtest.Outcome)) wsqtest.Outcome {
	t, span := target(m), s.span
	if s.scenario == nil {
		span /= 2
	}
	coverage, failure, err := linearizability.Stress(ctx, t, linearizability.Options{
		Seed: s.seed, Rounds: s.rounds, For: span, Shape: wide, Scenario: s.scenario, Capacity: s.capacity,
		Progress: func(c linearizability.Coverage) { progress(wsqtest.Outcome{Rule: rule, Coverage: &c}) },
	})
	o := outcome(rule, failure, err)
	o.Coverage = &coverage
	o.Did = did(o)
	missing := coverage.Missing(t.Spec(max(1, s.capacity)))
	if s.scenario != nil {
		missing = nil
		if coverage.Overlaps == 0 && s.scenario.Concurrent() {
			missing = []string{"overlapping operations"}
		}
	}
	if o.Found == nil && err == nil && len(missing) > 0 {
		o.Found = &wsqtest.Finding{Rule: rule, Vacuous: true,
			Broken: fmt.Sprintf("%s never covered %s, so they show too little", console.Plural(coverage.Rounds, "round"), strings.Join(missing, ", "))}
	}
	return o
}

func outcome(rule wsqtest.Rule, f *linearizability.Failure, err error) wsqtest.Outcome {
	o := wsqtest.Outcome{Rule: rule, Err: err}
	if f == nil {
		return o
	}
	o.Found = &wsqtest.Finding{Rule: rule, Broken: f.Error(), History: f.Small, Failure: f}
	if f.Small == nil {
		o.Found.History = f.History
	}
	if f.Detail != "" {
		o.Found.Broken += "\n" + f.Detail
	}
	return o
}

// stressAgain returns a command line that looks for the failure again.
func stressAgain(m wsqtest.Member, f *linearizability.Failure, seed uint64) string {
	again := fmt.Sprintf("%s stress -deque %s", console.Itself(), m.Name)
	if f != nil {
		again += fmt.Sprintf(" -capacity %d", f.Capacity)
		if f.Scenario.Size() > 0 {
			again += fmt.Sprintf(" -scenario %q", f.Scenario)
		}
	}
	return again + fmt.Sprintf(" -seed %d", seed)
}
