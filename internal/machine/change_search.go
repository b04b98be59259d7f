package machine

import (
	"errors"
	"maps"
	"slices"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// Changes returns the changes that can be made to an action. A change leaves out something that the action does in one
// of the first limit states, or makes it come out otherwise.
func (r *runner[S]) Changes(limit int) []tla.Change {
	all := []tla.Change{{Verb: tla.Unfair}}
	seen := map[tla.Change]bool{}
	labels := r.labels(limit)
	_ = r.model.Walk(limit, func(from *S, step *explore.Step[S], _ bool) error {
		if step == nil || r.d.Actions[step.Action].Do == nil {
			return nil
		}
		for _, c := range append(r.changesOfVars(from, step), r.changesOfLabel(step, labels[step.Thread])...) {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
		return nil
	})
	return all
}

// labels returns for each thread the labels at which it is in some state.
func (r *runner[S]) labels(limit int) []map[uint8]bool {
	all := make([]map[uint8]bool, len(r.d.Threads))
	for t := range all {
		all[t] = map[uint8]bool{}
	}
	_ = r.model.Walk(limit, func(from *S, step *explore.Step[S], _ bool) error {
		s := from
		if step != nil {
			s = &step.To
		}
		for t, l := range r.d.PC(s)[:len(all)] {
			all[t][l] = true
		}
		return nil
	})
	return all
}

// changesOfVars returns the changes of a step that concern variables.
func (r *runner[S]) changesOfVars(from *S, step *explore.Step[S]) (all []tla.Change) {
	name := r.d.Actions[step.Action].Name
	for i := range r.d.Vars {
		v := &r.d.Vars[i]
		changed, used := false, false
		for n := range v.Shape.width {
			cell := *v.Cell(&step.To, n)
			changed = changed || *v.Cell(from, n) != cell
			used = used || *v.Cell(&r.d.Init, n) != cell
		}
		switch {
		case changed:
			all = append(all, tla.Change{Action: name, Verb: tla.Keeps, What: v.Name}, tla.Change{Action: name, Verb: tla.Resets, What: v.Name})
			if v.Shape.spoilt(v.Name) != "" {
				all = append(all, tla.Change{Action: name, Verb: tla.Spoils, What: v.Name})
			}
		case used:
			all = append(all, tla.Change{Action: name, Verb: tla.Clears, What: v.Name})
		}
	}
	return all
}

// changesOfLabel returns the changes of a step that concern where it leads. others are the labels
// of its thread.
func (r *runner[S]) changesOfLabel(step *explore.Step[S], others map[uint8]bool) []tla.Change {
	name := r.d.Actions[step.Action].Name
	all := []tla.Change{{Action: name, Verb: tla.Waits}}
	to := r.d.PC(&step.To)[step.Thread]
	for _, other := range slices.Sorted(maps.Keys(others)) {
		if other != to {
			all = append(all, tla.Change{Action: name, Verb: tla.GoesTo, What: r.d.Actions[other].Name, Before: r.d.Actions[to].Name})
		}
	}
	return all
}

// Broken returns for each invariant and step property of the configuration that fails among
// the first limit states the number of states of the shortest trace.
func (r *runner[S]) Broken(limit int) (broken map[string]int) {
	broken = map[string]int{}
	defer func() { _ = recover() }() // a state of a faulty machine may have no meaning
	depth := map[S]int{}
	note := func(name string, holds bool, at int) {
		if _, known := broken[name]; !holds && !known {
			broken[name] = at
		}
	}
	_ = r.model.Walk(limit, func(from *S, step *explore.Step[S], isNew bool) error {
		at, s := 1, from
		if step != nil {
			at, s = depth[*from]+1, &step.To
			for _, p := range r.model.Properties {
				note(p.Name, p.Holds(from, step), at)
			}
		}
		if isNew {
			depth[*s] = at
			for _, p := range r.model.Invariants {
				note(p.Name, p.Holds(s), at)
			}
		}
		return nil
	})
	return broken
}

// errReached ends a walk.
var errReached = errors.New("everything is reached")

// firsts returns for each of some names the number of states of the shortest trace to a state in which it holds, among the
// first limit states. holds calls note with the names that hold.
func (r *runner[S]) firsts(limit, names int, holds func(s *S, note func(name string))) map[string]int {
	found, depth := map[string]int{}, map[S]int{}
	_ = r.model.Walk(limit, func(from *S, step *explore.Step[S], isNew bool) error {
		if !isNew {
			return nil
		}
		at, s := 1, from
		if step != nil {
			at, s = depth[*from]+1, &step.To
		}
		depth[*s] = at
		holds(s, func(name string) {
			if _, known := found[name]; !known {
				found[name] = at
			}
		})
		if len(found) == names {
			return errReached
		}
		return nil
	})
	return found
}

// ReachedAt returns for each state that must be reached the number of states of the shortest trace to it, among the first
// limit states.
func (r *runner[S]) ReachedAt(limit int) map[string]int {
	return r.firsts(limit, len(r.d.Reached), func(s *S, note func(string)) {
		for name, holds := range r.d.Reached {
			if holds(s) {
				note(name)
			}
		}
	})
}

// Owed looks at each temporal property that demands something of a state. It returns the number of states of the
// shortest trace to such a state, among the first limit states.
func (r *runner[S]) Owed(limit int) map[string]int {
	return r.firsts(limit, len(r.model.Temporal), func(s *S, note func(string)) {
		for _, t := range r.model.Temporal {
			if !t.Then(s) && (t.Form != explore.LeadsTo || t.When(s)) {
				note(t.Name)
			}
		}
	})
}

// Goals implements Machine.
func (r *runner[S]) Goals(limit int) map[string]int {
	counts := map[string]int{}
	for _, t := range r.model.Temporal {
		counts[t.Name] = 0
		if t.Form == explore.LeadsTo {
			counts[t.Name+tla.WhenGoal] = 0
		}
	}
	_ = r.model.Walk(limit, func(from *S, step *explore.Step[S], isNew bool) error {
		s := from
		if step != nil {
			s = &step.To
		}
		for i := range r.model.Temporal {
			t := &r.model.Temporal[i]
			if isNew && t.Then(s) {
				counts[t.Name]++
			}
			if isNew && t.Form == explore.LeadsTo && t.When(s) {
				counts[t.Name+tla.WhenGoal]++
			}
		}
		return nil
	})
	return counts
}

// Defined returns the names of all properties that the machine defines.
func (r *runner[S]) Defined() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, names := range []func(func(string) bool){
			maps.Keys(r.d.Invariants), maps.Keys(r.d.Properties), maps.Keys(r.d.Temporal),
		} {
			for name := range names {
				if !yield(name) {
					return
				}
			}
		}
	})
}
