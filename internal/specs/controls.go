package specs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/explore"
	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// controls is the verb controls.
type controls struct {
	models
	search, anew, table, noTLC bool
	tried                      string         // a configuration and changes, see try
	wide                       int            // factor of the bounds of a search for the parts of properties
	properties                 *regexp.Regexp // of the properties whose parts are searched

	tools    *tlc.Tools
	variants map[string]tla.Control // by the name of the row
	batched  map[string]*batch      // by the name of the configuration
	goalRows map[string]*goalRow    // by the name of the row
}

func ControlsVerb(c *console.Command) *ffcli.Command {
	k := &controls{models: models{Command: c, verb: "controls", jobs: 2}, variants: map[string]tla.Control{}}
	fs := c.FlagSet("controls")
	k.flags(fs)
	return &ffcli.Command{
		Name:       "controls",
		ShortUsage: "lab controls [flags] [module...|all]",
		ShortHelp:  "check that each property fails in a faulty variant of its specification",
		LongHelp: `  Puts faults into the specifications, one at a time. In each faulty variant one property must
  fail, with its name, after the recorded number of steps. TLC runs the module with the fault,
  and the Go machine has the same fault. Configurations that must fail do the same for the other
  properties; the verb tlc runs them.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := k.open(ctx); err != nil {
				return err
			}
			if k.table {
				return k.writeTable()
			}
			if k.wide < 1 {
				return fmt.Errorf("-wide is %d; want at least 1", k.wide)
			}
			var err error
			if k.properties, err = regexp.Compile(k.only); err != nil {
				return fmt.Errorf("-run: %w", err)
			}
			if k.search && k.tried != "" {
				return k.try(ctx, args)
			}
			if k.search {
				if err := k.find(ctx, args); err != nil {
					return err
				}
				return k.writeTable()
			}
			return k.replay(ctx, args)
		},
	}
}

func (k *controls) flags(fs *flag.FlagSet) {
	fs.StringVar(&k.only, "run", "", "run only the controls whose names, such as ABP.NoNil, match this `regexp`; with -search, look only for the parts of these properties")
	fs.DurationVar(&k.timeout, "timeout", 0, "stop the run after this `time`; 0 means no limit")
	fs.BoolVar(&k.json, "json", false, "print a JSON document instead of the table")
	fs.BoolVar(&k.noTLC, "notlc", false, "run only the machines, without Java")
	fs.BoolVar(&k.search, "search", false, "look for faults for the properties that have none, and write them into the checkout")
	fs.StringVar(&k.tried, "try", "", "with -search, print the controls that these `changes` of a configuration would be, as in 'MCABP_N2T1C2: PopLower keeps bottom; PopLower sets b to 2'")
	fs.IntVar(&k.wide, "wide", 1, "with -search, try this many times as many states, configurations and variants for the parts of properties")
	fs.BoolVar(&k.anew, "anew", false, "with -search, look again for the properties that have one")
	fs.BoolVar(&k.table, "table", false, "write the list of all properties and their controls into the checkout, and run nothing")
}

// replay runs the recorded controls.
func (k *controls) replay(ctx context.Context, args []string) error {
	if err := k.tree.Uncontrolled(); err != nil {
		return err
	}
	if err := k.recorded(args); err != nil {
		return err
	}
	if !k.noTLC {
		var err error
		if k.tools, err = tlc.Find(ctx, k.tree, k.Stderr); err != nil {
			return err
		}
	}
	k.batches()
	if !k.noTLC {
		if err := k.goals(args); err != nil {
			return err
		}
	}
	if len(k.rows) == 0 {
		return fmt.Errorf("controls: no control matches")
	}
	if err := k.each(ctx, k.one); err != nil {
		return err
	}
	return k.finish([]string{"control", "trace", "seconds"}, func(r *modelRow) []string {
		cells := tlcCells(r)
		return cells[2:]
	}, k.claim())
}

// recorded fills the rows with the recorded controls.
func (k *controls) recorded(args []string) error {
	only, err := regexp.Compile(k.only)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	wanted, err := k.named(args)
	if err != nil {
		return err
	}
	all, err := k.tree.Controls()
	if err != nil {
		return err
	}
	for _, c := range all {
		name := c.Name()
		if !only.MatchString(name) || len(wanted) > 0 && !wanted[c.Module] {
			continue
		}
		m, err := k.tree.Find(c.Module)
		if err != nil {
			return err
		}
		if row, err := m.Row(c.Config); k.noTLC && (c.Replace != nil || err != nil || row.TLCOnly != "") {
			continue // no machine has it
		}
		k.variants[name] = c
		exit := 13
		if strings.HasPrefix(c.Message, "Invariant ") {
			exit = 12
		}
		k.rows = append(k.rows, &modelRow{manifest: m, state: console.NotRun, want: tla.Row{
			Config: name, Shows: c.What(), Expected: tla.Expected{Exit: exit, Message: c.Message, Trace: c.Trace},
		}})
	}
	return nil
}

// one runs a control on its machine and with TLC.
func (k *controls) one(ctx context.Context, r *modelRow, so func(string)) error {
	if g := k.goalRows[r.want.Config]; g != nil {
		return k.sameGoals(ctx, r, g)
	}
	c := k.variants[r.want.Config]
	f, err := k.outcome(ctx, r.manifest, c)
	differ, survived, stopped := new(differError), new(survivedError), new(evaluationError)
	if errors.As(err, &differ) || errors.As(err, &survived) || errors.As(err, &stopped) || errors.Is(err, errControlLimit) {
		r.miss("with %s: %v", c.What(), err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.want.Config, c.What(), err)
	}
	if ctx.Err() != nil {
		return nil
	}
	r.found = f
	if f.Message != c.Message {
		r.miss("with %s: %q, want %q", c.What(), f.Message, c.Message)
	}
	if !maps.Equal(f.Reached, c.Reached) {
		r.miss("situations occur after %v states, want %v", f.Reached, c.Reached)
	}
	if c.Trace > 0 {
		r.expect("states in the trace", f.Trace, c.Trace)
	}
	return nil
}

// outcome runs a control. It returns an error if TLC and the machine differ.
func (k *controls) outcome(ctx context.Context, m *tla.Manifest, c tla.Control) (f modelFound, err error) {
	config, row, err := m.Variant(c)
	if err != nil {
		return f, err
	}
	spoilt := ""
	onMachine := c.Replace == nil && row.TLCOnly == ""
	if onMachine {
		if err := m.Built(row); err != nil {
			return f, err
		}
		one, err := machines.New(m.Name, config)
		if err != nil {
			return f, err
		}
		if f, err = k.byMachine(ctx, c, one); err != nil {
			return f, err
		}
		spoilt = one.Spoilt(c.Change.What)
	}
	if k.noTLC {
		return f, nil
	}
	if b := k.batched[c.Config]; b != nil && c.Batched() {
		return k.inBatch(ctx, b, c, f)
	}
	if c.Replace != nil && len(c.Parts) > 0 {
		return k.alone(ctx, m, c)
	}
	by, err := k.byTLC(ctx, m, c, row.Module, spoilt)
	if err == nil && onMachine && (by.Message != f.Message || by.Trace != f.Trace || !maps.Equal(by.Reached, f.Reached)) {
		return f, &differError{f, by}
	}
	return by, err
}

// byTLC runs a control with TLC.
func (k *controls) byTLC(ctx context.Context, m *tla.Manifest, c tla.Control, module, spoilt string) (f modelFound, err error) {
	files, err := m.Files(c, spoilt)
	if err != nil {
		return f, err
	}
	w, err := k.tools.NewWorkspaceOf(files)
	if err != nil {
		return f, err
	}
	defer w.Close()
	// A faulty variant may have infinitely many states.
	limited, cancel := context.WithTimeoutCause(ctx, controlLimit, errControlLimit)
	defer cancel()
	o, err := w.Check(limited, tlc.Run{Module: module, Config: "Control", Workers: 1, Brief: true})
	if err != nil {
		if ctx.Err() != nil {
			err = nil
		}
		return f, err
	}
	f.Message, f.Reached = o.Message, reachedAt(o.Printed)
	if f.Message != temporalMessage {
		f.Trace = len(o.Trace)
	}
	return f, nil
}

// byMachine runs a control on its machine.
func (k *controls) byMachine(ctx context.Context, c tla.Control, one machines.Machine) (f modelFound, err error) {
	if c.Property == tla.ReachedAt {
		f.Reached = one.ReachedAt(reachStates)
	}
	res, err := one.Explore(ctx, explore.Options{States: reachStates, Workers: 1})
	if err != nil {
		return f, err
	}
	f.Message = machines.Message(res.Failure)
	if res.Failure != nil && !one.Temporal() {
		f.Trace = res.Failure.States()
	}
	return f, nil
}

// reachStates is the number of states after which a machine stops.
const reachStates = 200_000

var firstReached = regexp.MustCompile(`^<<"first reached", \{(.*)\}, (\d+)>>$`)

// reachedAt reads the output of tla.ReachedAt.
func reachedAt(printed []string) map[string]int {
	found := map[string]int{}
	for _, line := range printed {
		if m := firstReached.FindStringSubmatch(line); m != nil {
			for name := range strings.SplitSeq(m[1], ", ") {
				found[strings.Trim(name, `"`)], _ = strconv.Atoi(m[2])
			}
		}
	}
	return found
}

const controlLimit = 2 * time.Minute

var errControlLimit = errors.New("TLC took longer than 2 minutes")

const temporalMessage = "Temporal properties were violated."
