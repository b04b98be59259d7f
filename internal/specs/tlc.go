package specs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// specs is the verb tlc.
type specs struct {
	models
	translate, list bool
	alone           bool   // only configurations without a machine
	cfg             string // name of a configuration to print
	spread          distributed
}

const tlcCodes = `EXIT CODES
  0  every configuration has the result in its manifest: those named MC hold, the others fail
  1  a configuration has another result, or a translation does not match its algorithm
  2  wrong use, or Java or the jar is missing; the message says what to install
  3  cut short by -timeout or a signal; the results so far are printed`

func TLCVerb(c *console.Command) *ffcli.Command {
	s := &specs{models: models{Command: c, verb: "tlc", jobs: 2}}
	fs := c.FlagSet("tlc")
	s.register(fs, tla.Quick)
	fs.BoolVar(&s.list, "list", false, "list the configurations with their purpose and cost, and run nothing")
	fs.StringVar(&s.cfg, "cfg", "", "print TLC's .cfg file of this `configuration`, and run nothing")
	fs.BoolVar(&s.alone, "alone", false, "run only the configurations that no Go machine runs too")
	fs.BoolVar(&s.translate, "translate", false, "translate the modules' algorithms in the checkout, and run nothing")
	fs.BoolVar(&s.update, "update", false, "write TLC's results into the manifests of the checkout")
	s.spread.register(fs)
	return &ffcli.Command{
		Name:       "tlc",
		ShortUsage: "lab tlc [flags] [module...|all]",
		ShortHelp:  "check the TLA+ specifications with TLC",
		LongHelp: `  Checks that each PlusCal translation is up to date, and runs TLC on each configuration.
  It needs Java; Maven fetches TLC once. See tla/README.md.

` + tlcCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := s.spread.check(fs); err != nil {
				return err
			}
			if modes := s.modes(); len(modes) > 1 {
				return fmt.Errorf("%s do not go together", strings.Join(modes, " and "))
			}
			if s.spread.serves != "" {
				return s.work(ctx, args)
			}
			if s.cfg != "" {
				return s.printConfig(ctx, args)
			}
			if s.list {
				s.tier = string(tla.Full)
			}
			all := func(_ *tla.Manifest, r tla.Row) bool { return !s.alone || r.TLCOnly != "" }
			ours := func(m *tla.Manifest, r tla.Row) bool { return all(m, r) && (s.list || s.translate || r.GoOnly == "") }
			err := s.choose(ctx, args, ours)
			if errors.Is(err, errNoConfiguration) && s.only != "" {
				err = s.choose(ctx, args, all) // only such rows are asked for
			}
			if err != nil {
				return err
			}
			if s.list {
				return s.printList()
			}
			return s.exec(ctx)
		},
	}
}

// modes returns the flags that choose a mode.
func (s *specs) modes() []string {
	var all []string
	for name, on := range map[string]bool{
		"-cfg": s.cfg != "", "-list": s.list, "-translate": s.translate, "-update": s.update, "-distributed": s.spread.on(), "-worker": s.spread.serves != "",
	} {
		if on {
			all = append(all, name)
		}
	}
	if s.list && s.json {
		all = append(all, "-json")
	}
	slices.Sort(all)
	return all
}

func (s *specs) exec(ctx context.Context) error {
	w, err := s.workspace(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	if s.spread.on() {
		return s.distribute(ctx, w)
	}
	if s.translate {
		return s.retranslate(ctx, w)
	}
	if err := s.translations(ctx, w); err != nil {
		return err
	}
	err = s.each(ctx, func(ctx context.Context, r *modelRow, so func(string)) error { return s.one(ctx, w, r, so) })
	if err != nil {
		return err
	}
	s.coverage()
	if s.update {
		if err := s.rewrite(expectation); err != nil {
			return err
		}
	}
	return s.finish([]string{"configuration", "distinct\nstates", "depth", "trace", "seconds"}, tlcCells, s.claim())
}

// printList prints the list of the manifests.
func (s *specs) printList() error {
	var lines [][]string
	var all []tla.Row
	for _, r := range s.rows {
		w := r.want
		all = append(all, w)
		size, cost := console.Count(w.Distinct), strconv.FormatFloat(w.Seconds, 'f', 1, 64)
		if w.Fails() {
			size = "fails"
		}
		if w.GoOnly != "" {
			cost = "Go: " + cost
		}
		lines = append(lines, []string{w.Config, string(w.Tier), size, cost, w.Shows})
	}
	text := console.Table{Header: []string{"configuration", "tier", "states", "seconds", "what it shows"}, First: 1, Last: 3, Lines: lines}.String() +
		console.Wrap(s.source()) + console.Wrap(fmt.Sprintf("TLC takes about %.0f s for all of these on two idle cores, which is half of the processor time above.", tla.Cost(all)))
	_, err := fmt.Fprint(s.Stdout, text)
	return err
}

// retranslate writes the translations into the checkout.
func (s *specs) retranslate(ctx context.Context, w *tlc.Workspace) error {
	dir, err := s.checkout()
	if err != nil {
		return err
	}
	for _, m := range s.manifests() {
		for _, module := range m.PlusCal {
			text, err := w.Translate(ctx, module)
			if err != nil {
				return err
			}
			if err := writeFile(filepath.Join(dir, m.Dir, module+".tla"), text); err != nil {
				return err
			}
			fmt.Fprintf(s.Stdout, "translated tla/%s/%s.tla\n", m.Dir, module)
		}
	}
	return nil
}

func tlcCells(r *modelRow) []string {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return console.Count(n)
	}
	f := r.found
	return []string{number(f.States), number(f.Depth), number(f.Trace), strconv.FormatFloat(r.took.Seconds(), 'f', 1, 64)}
}

func (s *specs) claim() string {
	states, held, fails := 0, 0, 0
	for _, r := range s.rows {
		states += r.found.States
		switch {
		case r.state != "held":
		case r.want.Fails():
			fails++
		default:
			held++
		}
	}
	return fmt.Sprintf("TLC checked %s of %s: %s hold in all their states, %s together, and %s fail, as they must: TLC notices their faults. "+
		"The results hold only for the sizes in the configurations. It took %s.",
		console.Plural(held+fails, "configuration"), console.Count(len(s.rows)), console.Count(held), console.Count(states), console.Count(fails), console.Seconds(s.took))
}
