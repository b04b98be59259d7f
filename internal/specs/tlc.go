package specs

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// specs is the verb tlc.
type specs struct {
	models
	translate, list bool
	cfg             string // a configuration to print
	spread          distributed
}

const tlcCodes = `EXIT CODES
  0  every configuration gave what its manifest says: those named MC hold, the others fail as they must
  1  one gave something else, or a translation is not that of its algorithm
  2  wrong use, or Java or the jar is missing; the message says what to install
  3  cut short by -timeout or a signal; what was done until then is printed`

func TLCVerb(c *console.Command) *ffcli.Command {
	s := &specs{models: models{Command: c, verb: "tlc", jobs: 2}}
	fs := c.FlagSet("tlc")
	s.register(fs, tla.Quick)
	fs.BoolVar(&s.list, "list", false, "list the configurations, what they show and what they cost, and run nothing")
	fs.StringVar(&s.cfg, "cfg", "", "print TLC's .cfg file of this `configuration`, and run nothing")
	fs.BoolVar(&s.translate, "translate", false, "translate the modules' algorithms in the checkout, and run nothing")
	fs.BoolVar(&s.update, "update", false, "write what TLC gives into the manifests of the checkout")
	s.spread.register(fs)
	return &ffcli.Command{
		Name:       "tlc",
		ShortUsage: "lab tlc [flags] [module...|all]",
		ShortHelp:  "check the TLA+ specifications with TLC",
		LongHelp: `  Checks that each PlusCal translation is up to date, and runs TLC on each configuration.
  It needs Java; Maven fetches TLC once. tla/README.md tells more.

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
			err := s.choose(ctx, args, func(_ *tla.Manifest, r tla.Row) bool {
				return s.list || s.translate || s.only != "" || r.GoOnly == ""
			})
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

// coverage holds what TLC never took of a module, in all configurations that count
// it, against the manifest.
func (s *specs) coverage() {
	for _, m := range s.manifests() {
		var counting []*modelRow
		for _, r := range s.rows {
			if r.manifest == m && r.want.Covers && r.state == console.Held {
				counting = append(counting, r)
			}
		}
		all := 0
		for _, r := range m.Rows {
			if r.Covers {
				all++
			}
		}
		switch {
		case len(counting) == 0:
			continue
		case len(counting) < all:
			s.notes = append(s.notes, fmt.Sprintf("%s: what is never taken is judged if all %s that count it are run.", m.Name, console.Plural(all, "configuration")))
			continue
		}
		last := counting[len(counting)-1]
		never := map[string]bool{}
		for _, part := range slices.DeleteFunc(last.never, func(part tlc.Part) bool {
			return slices.ContainsFunc(counting, func(r *modelRow) bool { return !slices.Contains(r.never, part) })
		}) {
			never[part.Text] = true
		}
		for _, part := range slices.Sorted(maps.Keys(never)) {
			if _, allowed := m.Never[part]; !allowed {
				last.miss("never taken: %s", part)
			}
		}
		for _, part := range slices.Sorted(maps.Keys(m.Never)) {
			if !never[part] {
				last.miss("taken after all: %s", part)
			}
		}
		if len(last.wrong) > 0 {
			last.state = console.Violation
		}
	}
}

// modes returns the flags that say what is to be done.
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

// printList prints what the manifests say.
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
		console.Wrap(s.source()) + console.Wrap(fmt.Sprintf("TLC takes about %.0f s for all of these, with two cores to itself: half of the processor time above.", tla.Cost(all)))
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

func writeFile(name string, text []byte) error { return os.WriteFile(name, text, 0o644) }

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

// plainOutput removes what marks TLC's messages for programs.
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

// expectation makes what was found the expectation.
func expectation(row *tla.Row, r *modelRow) {
	f := r.found
	row.Exit, row.Message = *f.Exit, f.Message
	row.Generated, row.Distinct, row.Depth, row.Trace = f.Generated, f.States, f.Depth, f.Trace
	took := cmp.Or(r.cpu, r.took)
	row.Seconds = max(0.1, float64(took.Round(100*time.Millisecond))/float64(time.Second))
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
	return fmt.Sprintf("TLC checked %s of %s: %s hold in all their states, %s together, and %s fail as they must, which shows that a fault is noticed. "+
		"What holds does so for the sizes in the configurations, and no others. It took %s.",
		console.Plural(held+fails, "configuration"), console.Count(len(s.rows)), console.Count(held), console.Count(states), console.Count(fails), console.Seconds(s.took))
}
