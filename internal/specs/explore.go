package specs

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/explore"
	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

// exploring is the verb explore.
type exploring struct {
	models
	set            string
	states, memory int
	traces         bool
}

func ExploreVerb(c *console.Command) *ffcli.Command {
	x := &exploring{models: models{Command: c, verb: "explore"}}
	fs := c.FlagSet("explore")
	x.register(fs, tla.Full)
	fs.StringVar(&x.set, "set", "", "replace `constants` of the configurations, such as Items=5,Thieves=2; results are then not compared with the manifest")
	fs.IntVar(&x.states, "states", 0, "stop after this number of states; 0 means no bound")
	fs.IntVar(&x.memory, "memory", 4096, "stop when the search uses this number of megabytes")
	fs.BoolVar(&x.update, "update", false, "write the machines' results into the manifests of the checkout, for configurations that TLC does not run")
	fs.BoolVar(&x.traces, "traces", false, "also print the counterexamples of configurations that must fail")
	return &ffcli.Command{
		Name:       "explore",
		ShortUsage: "lab explore [flags] [module...|all]",
		ShortHelp:  "visit all states of the specifications with their Go machines",
		LongHelp: `  Runs configurations on machines in Go instead of TLC, and checks the same properties. The
  graphs of the machines equal TLC's graphs. It needs no Java. It leaves out configurations
  that only TLC can run.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			for _, err := range []error{console.NotNegative("-states", x.states), console.NotNegative("-memory", x.memory)} {
				if err != nil {
					return err
				}
			}
			err := x.choose(ctx, args, func(m *tla.Manifest, r tla.Row) bool {
				return r.TLCOnly == "" && slices.Contains(machines.Names(), m.Name) && (!x.update || r.GoOnly != "")
			})
			if err != nil {
				return err
			}
			if err := x.each(ctx, x.one); err != nil {
				return err
			}
			if x.update {
				if err := x.rewrite(x.expectation); err != nil {
					return err
				}
			}
			return x.finish([]string{"configuration", "states", "depth", "trace", "states/s", "seconds"}, machineCells, x.claim())
		},
	}
}

// newMachine returns the machine of a row, with constants replaced.
func newMachine(r *modelRow, set string) (machines.Machine, error) {
	if err := r.manifest.Built(r.want); err != nil {
		return nil, fmt.Errorf("%s: %w: go -C internal/lab run . explore", r.want.Config, err)
	}
	c, err := r.manifest.Config(r.want)
	if err != nil {
		return nil, err
	}
	for pair := range strings.SplitSeq(set, ",") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		if _, known := c.Constants[name]; !known || value == "" {
			return nil, fmt.Errorf("-set: %q does not set a constant of %s; want NAME=VALUE", pair, r.want.Config)
		}
		if name == "Naive" && !slices.Contains(faults(r.manifest), value) {
			return nil, fmt.Errorf("-set: %s has no fault %s; it has %s", r.manifest.Name, value, strings.Join(faults(r.manifest), ", "))
		}
		if _, err := strconv.Atoi(value); err != nil {
			value = strconv.Quote(value)
		}
		c.Constants[name] = value
	}
	return machines.New(r.manifest.Name, c)
}

// faults returns the faults that a module's configurations name.
func faults(m *tla.Manifest) []string {
	var all []string
	for _, r := range m.Rows {
		if c, err := m.Config(r); err == nil {
			if name, err := strconv.Unquote(c.Constants["Naive"]); err == nil && name != "" && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return all
}

// one explores the machine of one configuration.
func (x *exploring) one(ctx context.Context, r *modelRow, so func(string)) error {
	m, err := newMachine(r, x.set)
	if err != nil {
		return err
	}
	res, err := m.Explore(ctx, explore.Options{
		States: x.states, Memory: int64(x.memory) << 20,
		Progress: func(p explore.Progress) { so(progressOf(p)) },
	})
	if err != nil {
		return err
	}
	f := &r.found
	f.Ending, f.Generated, f.States, f.Depth, f.Rate = string(res.Ending), res.Generated, res.States, res.Depth, int(res.Rate())
	f.Message, f.Unreached = machines.Message(res.Failure), m.Unreached()
	if res.Failure != nil {
		f.Generated, f.States, f.Depth = 0, 0, 0 // the search was not complete
		f.Trace = res.Failure.States()
	}
	switch {
	case res.Ending == explore.BoundHit:
		r.bound, f.Message = res.Bound, ""
	case x.set == "":
		x.judge(r, res)
	case res.Failure != nil:
		r.miss("%s", f.Message)
	}
	if res.Failure != nil && (x.traces || x.set != "" || len(r.wrong) > 0) {
		r.text = counterexample(res.Failure)
	}
	return nil
}

// judge compares a result with the manifest.
func (x *exploring) judge(r *modelRow, res *explore.Result) {
	f := r.found
	if f.Message != r.want.Message {
		r.miss("%q, want %q", f.Message, r.want.Message)
	}
	if len(f.Unreached) > 0 && res.Failure == nil {
		r.miss("unreached: %s", strings.Join(f.Unreached, ", "))
	}
	r.expect("generated", f.Generated, r.want.Generated)
	r.expect("states", f.States, r.want.Distinct)
	r.expect("deep", f.Depth, r.want.Depth)
	if res.Failure == nil || res.Failure.Rule != explore.RuleTemporal { // a trace of a temporal property need not be the shortest one
		r.expect("states in the trace", f.Trace, r.want.Trace)
	}
}

// expectation makes the result the expectation.
func (x *exploring) expectation(row *tla.Row, r *modelRow) error {
	code := 0
	if r.found.Trace > 0 {
		code = row.Exit
	}
	r.found.Exit = &code
	return expectation(row, r)
}

func progressOf(p explore.Progress) string {
	return fmt.Sprintf("%s states, %s/s, %s queued, depth %d", console.Count(p.States), console.Count(int(p.Rate())), console.Count(p.Queue), p.Depth)
}

// counterexample returns the run that breaks a rule, and its last state.
func counterexample(f *explore.Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s is broken after %s:\n", f.Rule, f.Name, console.Plural(len(f.Steps), "step"))
	_ = f.WriteTable(&b) // a builder returns no errors
	fmt.Fprintf(&b, "in the state\n%s\n", console.Indent(f.Last))
	return b.String()
}

func machineCells(r *modelRow) []string {
	cells := tlcCells(r)
	rate := ""
	if r.found.States > 0 {
		rate = console.Count(r.found.Rate)
	}
	return []string{cells[0], cells[1], cells[2], rate, cells[3]}
}

func (x *exploring) claim() string {
	states, held, fails := 0, 0, 0
	for _, r := range x.rows {
		if r.state != "held" {
			continue
		}
		states += r.found.States
		if r.found.Trace > 0 {
			fails++
		} else {
			held++
		}
	}
	if x.set != "" {
		return fmt.Sprintf("With %s everything held in all states of %s of %s, %s together. The manifest has no results for these sizes.",
			x.set, console.Count(held), console.Plural(len(x.rows), "configuration"), console.Count(states))
	}
	return fmt.Sprintf("The machines visited all states of %s, %s together; %s fail, as they must. If TLC runs a configuration too, "+
		"it found the same number of states, and failures after the same number of steps (except of temporal properties). The results hold only for these sizes. It took %s.", console.Plural(held, "configuration"), console.Count(states), console.Count(fails), console.Seconds(x.took))
}
