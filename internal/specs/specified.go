package specs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

// small is how many states a configuration has at most that verify has the machines
// explore.
const small = 10_000

// Checked is what the machines found of the specifications and, where Java is, TLC of the
// quick configurations.
type Checked struct {
	machines exploring
	tlc      specs
	not      string // why nothing was explored, or ""
	none     bool   // there is nothing to explore
	notTLC   string // why TLC was not run, or ""
}

// Check checks the specifications that are wanted: by the machines, and by TLC unless it is
// to be quick.
func Check(ctx context.Context, c *console.Command, quick bool, wanted func(*tla.Manifest) bool) *Checked {
	s := &Checked{
		machines: exploring{models: models{Command: c, verb: "explore", tier: string(tla.Full)}, memory: 4096},
		tlc:      specs{models: models{Command: c, verb: "tlc", tier: string(tla.Quick), jobs: 2}},
	}
	err := s.machines.choose(ctx, nil, func(m *tla.Manifest, r tla.Row) bool {
		return wanted(m) && r.TLCOnly == "" && r.Distinct <= small && slices.Contains(machines.Names(), m.Name)
	})
	if err != nil {
		s.not, s.none = err.Error(), errors.Is(err, errNoConfiguration)
		return s
	}
	fmt.Fprintln(c.Stderr, "exploring the specifications' machines")
	if err := s.machines.each(ctx, s.machines.one); err != nil {
		s.not = err.Error()
		return s
	}
	switch {
	case ctx.Err() != nil:
		s.notTLC = "the run was cut short"
	case quick:
		s.notTLC = "-quick leaves it out"
	default:
		s.notTLC = s.runTLC(ctx, wanted)
	}
	return s
}

// runTLC returns why it was not run, or "".
func (s *Checked) runTLC(ctx context.Context, wanted func(*tla.Manifest) bool) string {
	w, err := s.tlc.workspace(ctx)
	if err != nil {
		return err.Error()
	}
	defer w.Close()
	if err := s.tlc.choose(ctx, nil, func(m *tla.Manifest, r tla.Row) bool { return wanted(m) && r.GoOnly == "" }); err != nil {
		return err.Error()
	}
	fmt.Fprintln(s.tlc.Stderr, "checking the specifications with TLC")
	if err := s.tlc.translations(ctx, w); err != nil {
		return err.Error()
	}
	err = s.tlc.each(ctx, func(ctx context.Context, r *modelRow, so func(string)) error { return s.tlc.one(ctx, w, r, so) })
	if err != nil && !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	return ""
}

func (s *Checked) State() console.State {
	worst := s.machines.state()
	if s.not != "" && !s.none && console.Worse(console.CutShort, worst) {
		worst = console.CutShort
	}
	if len(s.tlc.rows) > 0 && console.Worse(s.tlc.state(), worst) {
		worst = s.tlc.state()
	}
	return worst
}

// Text returns a table with a row for each module, what is not as it should be, and what
// may be concluded.
func (s *Checked) Text() string {
	if s.not != "" {
		return console.Wrap("THE SPECIFICATIONS WERE NOT EXPLORED: " + s.not)
	}
	var b strings.Builder
	for _, r := range slices.Concat(s.machines.rows, s.tlc.rows) {
		if r.state == console.Violation {
			fmt.Fprintf(&b, "NOT AS EXPECTED  %s: %s\n%s", r.want.Config, strings.Join(r.wrong, "; "), console.Indent(r.text))
		}
	}
	if s.tlc.stale {
		for _, note := range s.tlc.notes {
			b.WriteString(console.Wrap(note))
		}
	}
	b.WriteString(s.table().String())
	if s.machines.tree != nil {
		b.WriteString(console.Wrap(s.machines.source()))
	}
	if s.State() == console.CutShort {
		b.WriteString("This part was cut short.\n")
	}
	b.WriteString(console.Wrap(s.claim()))
	if s.notTLC != "" {
		b.WriteString(console.Wrap("TLC WAS NOT RUN: " + s.notTLC))
	}
	return b.String()
}

// table has a line for each module: how many of its configurations hold, and how many fail.
func (s *Checked) table() console.Table {
	type sum struct{ held, failed, states, byTLC int }
	sums := map[string]*sum{}
	var order []string
	of := func(r *modelRow) *sum {
		name := r.manifest.Name
		if sums[name] == nil {
			sums[name] = &sum{}
			order = append(order, name)
		}
		return sums[name]
	}
	for _, r := range s.machines.rows {
		switch n := of(r); {
		case r.state != console.Held:
		case r.want.Fails():
			n.failed++
		default:
			n.held++
			n.states += r.found.States
		}
	}
	for _, r := range s.tlc.rows {
		if n := of(r); r.state == console.Held {
			n.byTLC++
		}
	}
	t := console.Table{Header: []string{"specification", "hold", "fail, as\nthey must", "states", "as expected\nby TLC", ""}, First: 1, Last: 4}
	for _, name := range order {
		n := sums[name]
		byTLC := "-"
		if s.notTLC == "" {
			byTLC = console.Count(n.byTLC)
		}
		t.Lines = append(t.Lines, []string{name, console.Count(n.held), console.Count(n.failed), console.Count(n.states), byTLC, ""})
	}
	return t
}

// claim says what follows from the table.
func (s *Checked) claim() string {
	claim := "The TLA+ specifications of the algorithms, in small sizes. What holds was checked in all states, and faulty variants must fail. Go machines stand in for the modules. "
	machines, byTLC := console.Seconds(s.machines.took), console.Seconds(s.tlc.took)
	if s.notTLC != "" {
		return claim + fmt.Sprintf("Their graphs had the digests of TLC's when those were committed. It took %s.", machines)
	}
	return claim + fmt.Sprintf("TLC checked the modules themselves, in the smallest of these sizes. It took %s and %s. "+
		"For what takes TLC longer, such as linearizability: go -C internal/lab run . tlc -tier full.", machines, byTLC)
}

// Document returns which specifications they are and why they were not explored, what came
// of the machines and of TLC, and why TLC was not run.
func (s *Checked) Document() (which []string, machines, tlc []Entry, notTLC string) {
	which = slices.Clone(s.machines.notes)
	if s.not != "" {
		which = append(which, "not explored: "+s.not)
	}
	return which, s.machines.entries(), s.tlc.entries(), s.notTLC
}
