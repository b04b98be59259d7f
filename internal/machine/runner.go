package machine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// somethingUnreached is the invariant that fails when everything in Reached has
// occurred.
const somethingUnreached = "SomethingUnreached"

// A runner is a Def with what a configuration asks for.
type runner[S comparable] struct {
	d       *Def[S]
	model   explore.Model[S] // with all that is to be checked
	order   []int            // of Vars by name; len(Vars) is pc
	pc      Shape
	wanted  []string // names in Reached
	reached atomic.Uint64
}

func newRunner[S comparable](d *Def[S], c *tla.Config) (*runner[S], error) {
	r := &runner[S]{d: d}
	names := make([]string, len(d.Actions))
	for i, a := range d.Actions {
		names[i] = a.Name
	}
	r.pc = fn(d.First, len(d.Threads), oneOf(names...))
	variables := []string{}
	for i, v := range d.Vars {
		r.order = append(r.order, i)
		variables = append(variables, v.Name)
	}
	r.order = append(r.order, len(d.Vars))
	variables = append(variables, "pc")
	slices.SortFunc(r.order, func(i, j int) int { return strings.Compare(variables[i], variables[j]) })

	m := explore.Model[S]{
		Init: []S{d.Init}, Next: d.next, Threads: d.Threads, Actions: names,
		Text: r.text, Say: d.say, Deadlock: c.Deadlock,
	}
	spec, known := d.Specs[c.Specification]
	if !known {
		return nil, fmt.Errorf("the machine has no specification %s", c.Specification)
	}
	for _, t := range spec.Fair {
		if c.Change.Verb != tla.Unfair && (c.Change.Verb != tla.Lazy || c.Change.Action != d.process(t)) {
			m.Fair |= 1 << t
		}
	}
	if spec.Within != nil {
		m.Within = func(from *S, step *explore.Step[S]) bool { return spec.Within(from, &step.To) }
	}
	for _, name := range c.Invariants {
		holds := d.Invariants[name]
		if name == somethingUnreached || name == tla.ReachedAt {
			holds = r.somethingUnreached()
		}
		if holds == nil {
			return nil, fmt.Errorf("the machine has no invariant %s", name)
		}
		m.Invariants = append(m.Invariants, explore.Invariant[S]{Name: name, Holds: holds})
	}
	for _, name := range c.Properties {
		if holds := d.Properties[name]; holds != nil {
			m.Properties = append(m.Properties, explore.Property[S]{
				Name: name, Holds: func(from *S, step *explore.Step[S]) bool { return holds(from, &step.To) },
			})
			continue
		}
		t, known := d.Temporal[name]
		if !known {
			return nil, fmt.Errorf("the machine has no property %s", name)
		}
		t.Name = name
		m.Temporal = append(m.Temporal, t)
	}
	r.model = m
	return r, nil
}

func (r *runner[S]) Explore(ctx context.Context, o explore.Options) (*explore.Result, error) {
	r.reached.Store(0)
	if r.wanted != nil {
		o.Workers = 1 // so that the same state is always the last
	}
	return r.model.Explore(ctx, o)
}

func (r *runner[S]) Graph(ctx context.Context, o explore.Options) (*explore.Result, error) {
	m := r.model
	m.Invariants, m.Properties, m.Temporal, m.Deadlock = nil, nil, nil, false
	o.Digest = true
	return m.Explore(ctx, o)
}

func (r *runner[S]) Walk(limit int, visit func(Edge) error) error {
	return r.model.Walk(limit, func(from *S, step *explore.Step[S], _ bool) error {
		if step == nil {
			return visit(Edge{To: string(r.text(nil, from))})
		}
		return visit(Edge{string(r.text(nil, from)), r.d.Actions[step.Action].Name, string(r.text(nil, &step.To))})
	})
}

func (r *runner[S]) Temporal() bool { return len(r.model.Temporal) > 0 }

func (r *runner[S]) Labels() []Label {
	var all []Label
	for _, a := range r.d.Actions {
		if a.Do == nil {
			continue
		}
		reads, writes := strings.Fields(a.Reads), strings.Fields(a.Writes)
		all = append(all, Label{a.Name, len(reads)+len(writes) == 0, reads, writes})
	}
	return all
}

// somethingUnreached returns an invariant that fails in the state in which the
// last of the names in Reached has occurred.
func (r *runner[S]) somethingUnreached() func(*S) bool {
	for name := range r.d.Reached {
		r.wanted = append(r.wanted, name)
	}
	slices.Sort(r.wanted)
	all := uint64(1)<<len(r.wanted) - 1
	return func(s *S) bool {
		now := r.reached.Load()
		for i, name := range r.wanted {
			if now&(1<<i) == 0 && r.d.Reached[name](s) {
				now |= 1 << i
			}
		}
		r.reached.Store(now)
		return now != all
	}
}

func (r *runner[S]) Unreached() []string {
	var names []string
	for i, name := range r.wanted {
		if r.reached.Load()&(1<<i) == 0 {
			names = append(names, name)
		}
	}
	return names
}

// Message returns what TLC says of such a failure, or of none.
func Message(f *explore.Failure) string {
	if f == nil {
		return "Model checking completed. No error has been found."
	}
	switch f.Rule {
	case explore.RuleInvariant:
		return fmt.Sprintf("Invariant %s is violated.", f.Name)
	case explore.RuleProperty:
		return fmt.Sprintf("Action property %s is violated.", f.Name)
	case explore.RuleDeadlock:
		return "Deadlock reached."
	}
	return "Temporal properties were violated."
}

// text appends the canonical text of a state: a line for each variable, in the
// order of their names.
func (r *runner[S]) text(b []byte, s *S) []byte {
	for n, i := range r.order {
		if n > 0 {
			b = append(b, '\n')
		}
		b = append(b, `/\ `...)
		if i == len(r.d.Vars) {
			labels := r.d.PC(s)
			b = append(b, "pc = "...)
			b, _ = r.pc.append(b, func(i int) uint8 { return labels[i] }, 0)
			continue
		}
		v := &r.d.Vars[i]
		b = append(b, v.Name...)
		b = append(b, " = "...)
		b, _ = v.Shape.append(b, func(i int) uint8 { return *v.Cell(s, i) }, 0)
	}
	return b
}
