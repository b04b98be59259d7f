package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// small is how many states a configuration has at most that verify has the machines
// explore.
const small = 10_000

// specified is the part of verify that checks the specifications: by the machines
// and, where Java is, the quick configurations by TLC.
type specified struct {
	machines exploring
	tlc      specs
	not      string // why nothing was explored, or ""
	notTLC   string // why TLC was not run, or ""
}

// specify checks the specifications of deques, and with all of them those of the
// pool.
func (v *verify) specify(ctx context.Context, members []wsqtest.Member) *specified {
	s := &specified{
		machines: exploring{models: models{command: v.command, verb: "explore", tier: string(tla.Full)}, memory: 4096},
		tlc:      specs{models: models{command: v.command, verb: "tlc", tier: string(tla.Quick), jobs: 2}},
	}
	all := len(members) == len(wsqtest.Family())
	ours := func(m *tla.Manifest) bool {
		return all || slices.ContainsFunc(members, func(d wsqtest.Member) bool {
			name, _, _ := strings.Cut(d.Name, "-")
			return slices.Contains(m.Code, path.Join("wsq", name+".go"))
		})
	}
	err := s.machines.choose(nil, func(m *tla.Manifest, r tla.Row) bool {
		return ours(m) && r.TLCOnly == "" && r.Distinct <= small && slices.Contains(machines.Names(), m.Name)
	})
	if err != nil {
		s.not = err.Error()
		return s
	}
	fmt.Fprintln(v.stderr, "exploring the specifications' machines")
	if err := s.machines.each(ctx, s.machines.one); err != nil {
		s.not = err.Error()
		return s
	}
	switch {
	case ctx.Err() != nil:
		s.notTLC = "the run was cut short"
	case v.quick:
		s.notTLC = "-quick leaves it out"
	default:
		s.notTLC = s.runTLC(ctx, ours)
	}
	return s
}

// runTLC returns why it was not run, or "".
func (s *specified) runTLC(ctx context.Context, ours func(*tla.Manifest) bool) string {
	w, err := s.tlc.workspace(ctx)
	if err != nil {
		return err.Error()
	}
	defer w.Close()
	if err := s.tlc.choose(nil, func(m *tla.Manifest, r tla.Row) bool { return ours(m) && r.GoOnly == "" }); err != nil {
		return err.Error()
	}
	fmt.Fprintln(s.tlc.stderr, "checking the specifications with TLC")
	if err := s.tlc.translations(ctx, w); err != nil {
		return err.Error()
	}
	err = s.tlc.each(ctx, func(ctx context.Context, r *modelRow, so func(string)) error { return s.tlc.one(ctx, w, r, so) })
	if err != nil && !errors.Is(err, context.Canceled) {
		return err.Error()
	}
	return ""
}

func (s *specified) state() state {
	worst := s.machines.state()
	if len(s.tlc.rows) > 0 && worse(s.tlc.state(), worst) {
		worst = s.tlc.state()
	}
	return worst
}

// text returns a table with a row for each module, what is not as it should be,
// and what may be concluded.
func (s *specified) text() string {
	if s.not != "" {
		return wrap("THE SPECIFICATIONS WERE NOT EXPLORED: " + s.not)
	}
	var b strings.Builder
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
	for _, r := range slices.Concat(s.machines.rows, s.tlc.rows) {
		if r.state == violation {
			fmt.Fprintf(&b, "NOT AS EXPECTED  %s: %s\n%s", r.want.Config, strings.Join(r.wrong, "; "), indent(r.text))
		}
	}
	if s.tlc.stale {
		for _, note := range s.tlc.notes {
			b.WriteString(wrap(note))
		}
	}
	for _, r := range s.machines.rows {
		switch n := of(r); {
		case r.state != held:
		case r.want.Fails():
			n.failed++
		default:
			n.held++
			n.states += r.found.States
		}
	}
	for _, r := range s.tlc.rows {
		if n := of(r); r.state == held {
			n.byTLC++
		}
	}
	var lines [][]string
	for _, name := range order {
		n := sums[name]
		byTLC := "-"
		if s.notTLC == "" {
			byTLC = count(n.byTLC)
		}
		lines = append(lines, []string{name, count(n.held), count(n.failed), count(n.states), byTLC, ""})
	}
	b.WriteString(plainTable([]string{"specification", "hold", "fail, as\nthey must", "states", "as expected\nby TLC", ""}, 4, lines))
	if s.state() == cutShort {
		b.WriteString("This part was cut short.\n")
	}
	claim := "The TLA+ specifications of the algorithms, in small sizes: what holds was checked in all states, and faulty variants must fail. Go machines stand in for the modules; "
	if s.notTLC == "" {
		claim += fmt.Sprintf("TLC checked the modules themselves, in the smallest of these. It took %s and %s. What takes TLC longer, such as linearizability: stealproof tlc -tier full.", seconds(s.machines.took), seconds(s.tlc.took))
	} else {
		claim += fmt.Sprintf("their graphs had the digests of TLC's when those were committed. It took %s.", seconds(s.machines.took))
	}
	b.WriteString(wrap(claim))
	if s.notTLC != "" {
		b.WriteString(wrap("TLC WAS NOT RUN: " + s.notTLC))
	}
	return b.String()
}
