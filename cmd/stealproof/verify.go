package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/specs"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/tla"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// effort is how much verify runs for each deque.
type effort struct {
	flag          string // the flag that asks for it, or ""
	rounds, items int
	each, whole   time.Duration // the usual time of a deque; the limit for all deques by default
}

// With the usual effort, the part on real cores takes about 15 s on two busy cores.
var (
	thorough = effort{"-thorough", 6_000, 10_000_000, 3 * time.Second, 35 * time.Second}
	usual    = effort{"", 6_000, 1_000_000, 2 * time.Second, 35 * time.Second}
	quick    = effort{"-quick", 3_000, 300_000, time.Second, 25 * time.Second}
)

// effort returns the effort that the flags ask for.
func (v *verify) effort() effort {
	e := usual
	switch {
	case v.quick:
		e = quick
	case v.thorough:
		e = thorough
	}
	if v.patience > 0 {
		e.whole = v.patience
	}
	return e
}

// patience returns how long a deque may run to reach full coverage: the time of the whole run, less the time
// that the remaining deques need.
func (e effort) patience(spent time.Duration, after int) time.Duration {
	return max(2*time.Second, e.whole-spent-time.Duration(after+1)*e.each)
}

// smallDeques describes the deques of random rounds, here and in the suite.
const smallDeques = "on deques of capacity 1 to 8"

type verify struct {
	*console.Command
	settings
	history  string
	quick    bool
	thorough bool
	sched    bool
	specs    bool
	// The time limit for the deques to reach full coverage on real cores; 0 means the default of the effort.
	patience time.Duration
}

func verifyVerb(c *console.Command) *ffcli.Command {
	v := &verify{Command: c}
	fs := c.FlagSet("verify")
	v.register(fs)
	fs.StringVar(&v.history, "history", "", "judge the recorded history in this NDJSON `file` instead; - is standard input")
	fs.BoolVar(&v.quick, "quick", false, "run half of the usual rounds and 300,000 items for each deque, and no TLC")
	fs.BoolVar(&v.thorough, "thorough", false, "run 10 million items for each deque instead of 1 million, and also the pool's two largest programs under the scheduler")
	fs.DurationVar(&v.patience, "patience", 0, "`time` limit for the deques to reach full coverage on busy cores; 0 means 35s, or 25s with -quick")
	fs.BoolVar(&v.sched, "sched", true, "also run the deques under the scheduler; needs the go command and the sources")
	fs.BoolVar(&v.specs, "specs", true, "also check the specifications with their Go machines, and with TLC if Java is installed and -quick is off")
	return &ffcli.Command{
		Name:       "verify",
		ShortUsage: "stealproof verify [flags]",
		ShortHelp:  "run every rule on every deque and the pool, or judge a recorded history",
		LongHelp: `  Runs every deque and the pool on real cores, runs them again under the scheduler, and checks
  the specifications. Each part of the output says what was run and what was not.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments("verify", args); err != nil {
				return err
			}
			if err := v.check(); err != nil {
				return err
			}
			if err := console.NotNegative("-patience", v.patience); err != nil {
				return err
			}
			if v.quick && v.thorough {
				return errors.New("-quick and -thorough do not go together")
			}
			given := map[string]bool{}
			fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
			if !given["history"] {
				return v.run(ctx)
			}
			for _, other := range []string{"deque", "seed", "quick", "thorough", "patience", "sched", "specs"} {
				if given[other] {
					return fmt.Errorf("-history judges only the file, so it does not take -%s", other)
				}
			}
			return v.judge(ctx)
		},
	}
}

func (v *verify) run(ctx context.Context) error {
	ctx, cancel := v.limit(ctx)
	defer cancel()
	members, err := choose(v.deque)
	if err != nil {
		return err
	}
	if err := console.Writable(v.html); err != nil {
		return err
	}
	effort := v.effort()
	run := &campaign{settings: v.settings, verb: "verify", extent: smallDeques, items: effort.items, machine: thisMachine()}
	for _, m := range members {
		run.results = append(run.results, newResult(m, wsqtest.Rules()))
	}
	fmt.Fprintln(v.Stderr, run.machine)
	start, after := time.Now(), len(members)
	run.run(ctx, v.Stderr,
		func(ctx context.Context, m wsqtest.Member, begin func(wsqtest.Rule), progress, each func(wsqtest.Outcome)) {
			after--
			patience := effort.patience(time.Since(start), after)
			err := wsqtest.Check(ctx, m.Name, m.New, wsqtest.Options[*wsqtest.Item]{
				Seed: v.seed, Rounds: effort.rounds, Items: effort.items, ItemsFor: patience, Patience: patience, Progress: progress,
			}, begin, each)
			if err != nil {
				panic(err) // the options are valid
			}
		},
		func(m wsqtest.Member, f *wsqtest.Finding) string {
			if f.Failure != nil {
				return stressAgain(m, f.Failure, v.seed)
			}
			again := fmt.Sprintf("%s verify -deque %s -seed %d", console.Itself(), m.Name, v.seed)
			return strings.TrimSpace(again + " " + effort.flag)
		})
	if len(members) == len(wsqtest.Family()) && run.cut == "" {
		run.pooled = v.pool(ctx, effort.each/4)
	}
	if v.sched && run.cut == "" {
		run.explored = v.explore(ctx, members)
	}
	if v.specs && run.cut == "" {
		run.specified = specs.Check(ctx, v.Command, v.quick, specifiedBy(members))
	}
	v.Code = print(v.Command, run)
	return nil
}

// specifiedBy selects the specifications of the deques. If all deques are chosen, it selects those of the pool
// too.
func specifiedBy(members []wsqtest.Member) func(*tla.Manifest) bool {
	if len(members) == len(wsqtest.Family()) {
		return func(*tla.Manifest) bool { return true }
	}
	return func(m *tla.Manifest) bool {
		return slices.ContainsFunc(members, func(d wsqtest.Member) bool {
			name, _, _ := strings.Cut(d.Name, "-")
			return slices.Contains(m.Code, path.Join("wsq", name+".go"))
		})
	}
}
