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

// small bounds the states of a configuration that verify runs on its machine.
const small = 10_000

// Checked has the results of the machines and, if Java is installed, of TLC for the quick configurations.
type Checked struct {
	machines exploring
	tlc      specs
	not      string // the reason if nothing was explored
	none     bool   // there is nothing to explore
	notTLC   string // the reason if TLC was not run
}

// Check checks the wanted specifications on their machines, and also with TLC unless quick is true.
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
	fmt.Fprintln(c.Stderr, "exploring the machines of the specifications")
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

// runTLC runs TLC. It returns the reason if it could not, or "".
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

// Text returns a table with a row for each module, the unexpected results, and the conclusions.
func (s *Checked) Text() string {
	if s.none {
		return "No small specification covers these deques, so none was explored.\n"
	}
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

// table has a line for each module, with the number of its configurations that hold and that fail.
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
	claim := "This part checked the TLA+ specifications of the algorithms in small sizes, in all states. Faulty variants must fail. The machines are Go versions of the TLA+ modules. "
	machines, byTLC := console.Seconds(s.machines.took), console.Seconds(s.tlc.took)
	if s.notTLC != "" {
		return claim + fmt.Sprintf("Their graphs have the committed digests of TLC's graphs. It took %s.", machines)
	}
	return claim + fmt.Sprintf("TLC checked the modules themselves, in the smallest sizes. It took %s and %s. "+
		"Longer checks with TLC, such as linearizability, in a checkout: go -C internal/lab run . tlc -tier full.", machines, byTLC)
}

// Document returns the results for JSON: which specifications there are, with the reason if they were not
// explored; the results of the machines and of TLC; and the reason if TLC was not run.
func (s *Checked) Document() (which []string, machines, tlc []Entry, notTLC string) {
	which = slices.Clone(s.machines.notes)
	if s.not != "" {
		which = append(which, "not explored: "+s.not)
	}
	return which, s.machines.entries(), s.tlc.entries(), s.notTLC
}
