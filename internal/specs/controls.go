package specs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// controls is the verb controls.
type controls struct {
	models
	search, anew, table, noTLC bool
	tried                      string         // a configuration and its changes, see try
	wide                       int            // factor of the bounds of a search for the parts of properties
	properties                 *regexp.Regexp // -run: matches the names of controls and of properties

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
			if err := k.misused(); err != nil {
				return err
			}
			if err := k.open(ctx); err != nil {
				return err
			}
			switch {
			case k.table:
				return k.writeTable()
			case k.tried != "":
				return k.try(ctx, args)
			case k.search:
				if err := k.find(ctx, args); err != nil {
					return err
				}
				return k.writeTable()
			}
			return k.replay(ctx, args)
		},
	}
}

// misused returns an error if flags contradict each other, and compiles the pattern of -run.
func (k *controls) misused() (err error) {
	switch {
	case k.wide < 1:
		return fmt.Errorf("-wide is %d; want at least 1", k.wide)
	case !k.search && (k.tried != "" || k.anew || k.wide > 1):
		return errors.New("-try, -wide and -anew need -search")
	}
	if k.properties, err = regexp.Compile(k.only); err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	return nil
}

func (k *controls) flags(fs *flag.FlagSet) {
	fs.StringVar(&k.only, "run", "", "run only the controls whose names, such as ABP.NoNil, match this `regexp`; with -search, look only for the parts of these properties")
	fs.DurationVar(&k.timeout, "timeout", 0, "stop the run after this `time`; 0 means no limit")
	fs.BoolVar(&k.json, "json", false, "print a JSON document instead of the table")
	fs.BoolVar(&k.noTLC, "notlc", false, "run only the machines, without Java; they count no goals of temporal properties")
	fs.BoolVar(&k.search, "search", false, "look for faults for the properties that have none, and write them into the checkout")
	fs.StringVar(&k.tried, "try", "", "with -search, run these `changes` of a configuration, such as 'MCABP_N2T1C2: PopLower keeps bottom; PopLower sets b to 2', and print the controls that they could be")
	fs.IntVar(&k.wide, "wide", 1, "with -search, try this many times as many states, configurations and variants for the parts of properties")
	fs.BoolVar(&k.anew, "anew", false, "with -search, look again for the properties that have one")
	fs.BoolVar(&k.table, "table", false, "write the list of all properties and their controls into the checkout, and run nothing")
}

// replay runs the recorded controls.
func (k *controls) replay(ctx context.Context, args []string) error {
	if err := tla.Uncontrolled(k.tree); err != nil {
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
	if err := k.goals(args); err != nil {
		return err
	}
	if len(k.rows) == 0 {
		return errors.New("controls: no control matches")
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
	wanted, err := k.named(args)
	if err != nil {
		return err
	}
	all, err := tla.Controls(k.tree)
	if err != nil {
		return err
	}
	left := 0
	for _, c := range all {
		name := c.Name()
		if !k.properties.MatchString(name) || len(wanted) > 0 && !wanted[c.Module] || c.Property == tla.GoalsAre {
			continue // method goals adds these
		}
		m, err := k.tree.Find(c.Module)
		if err != nil {
			return err
		}
		if row, err := m.Row(c.Config); k.noTLC && (c.Replace != nil || err != nil || row.TLCOnly != "") {
			left++ // no machine has it
			continue
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
	if left > 0 {
		k.notes = append(k.notes, fmt.Sprintf("LEFT OUT: %s that only TLC runs.", console.Plural(left, "control")))
	}
	return nil
}

// claim says what a run has shown.
func (k *controls) claim() string {
	by := "TLC and the Go machines"
	if k.noTLC {
		by = "The Go machines"
	}
	goals := ""
	if len(k.goalRows) > 0 {
		goals = fmt.Sprintf(" In %s, the goals of temporal properties are true in as many states as they must be.", console.Plural(len(k.goalRows), "configuration"))
	}
	return fmt.Sprintf("%s ran %s, each with one fault in it. In each, the property that it is for must fail with its name.%s It took %s.",
		by, console.Plural(len(k.rows)-len(k.goalRows), "faulty variant"), goals, console.Seconds(k.took))
}

// writeTable writes the list of all properties into the checkout.
func (k *controls) writeTable() error {
	dir, err := k.checkout()
	if err != nil {
		return err
	}
	text, err := tla.ControlsTable(k.tree)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "controls.md"), []byte(text))
}
