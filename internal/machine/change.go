package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/tla"
)

// change puts a fault into the machine, as tla.Manifest.Files does into the module.
func (d *Def[S]) change(c tla.Change) error {
	if c.Verb == "" || c.OfFairness() {
		return nil // newRunner knows of fairness
	}
	action := d.label(c.Action)
	if action < 0 || d.Actions[action].Do == nil {
		return fmt.Errorf("%s: no such action", c)
	}
	after, err := d.after(c)
	if err != nil {
		return err
	}
	right := d.Actions[action].Do
	d.Actions[action].Do = func(s *S, t, choice int) Access {
		from := *s
		did := right(s, t, choice)
		if did.Form == Disabled {
			return did
		}
		if after == nil {
			*s = from
			return disabled
		}
		after(&from, s, t)
		return did
	}
	return nil
}

// label returns the number of an action, -1 if there is none.
func (d *Def[S]) label(name string) int {
	return slices.IndexFunc(d.Actions, func(a Action[S]) bool { return a.Name == name })
}

// after returns what a change does after the action; nil means that it disables the action.
func (d *Def[S]) after(c tla.Change) (func(from, to *S, t int), error) {
	switch c.Verb {
	case tla.Waits:
		return nil, nil
	case tla.GoesTo:
		to, from := d.label(c.What), d.label(c.Before)
		if to < 0 || from < 0 {
			return nil, fmt.Errorf("%s: no such label", c)
		}
		return func(_, s *S, t int) {
			if labels := d.PC(s); int(labels[t]) == from {
				labels[t] = uint8(to)
			}
		}, nil
	case tla.Sets:
		return d.sets(c)
	}
	i := slices.IndexFunc(d.Vars, func(v Var[S]) bool { return v.Name == c.What })
	if i < 0 {
		return nil, fmt.Errorf("%s: no such variable", c)
	}
	v := &d.Vars[i]
	first := d.Init
	return func(from, to *S, _ int) {
		changed := c.Verb == tla.Keeps || c.Verb == tla.Clears
		for n := range v.Shape.width {
			changed = changed || *v.Cell(from, n) != *v.Cell(to, n)
		}
		for n := 0; changed && n < v.Shape.width; n++ {
			switch cell := v.Cell(to, n); c.Verb {
			case tla.Keeps:
				*cell = *v.Cell(from, n)
			case tla.Resets, tla.Clears:
				*cell = *v.Cell(&first, n)
			case tla.Spoils:
				*cell = tla.Spoilt
			}
		}
	}, nil
}

// spoilt returns the value in TLA+ that Spoils gives to a variable, or "" if the variable has
// parts that are no numbers.
func (s *Shape) spoilt(variable string) string {
	switch s.kind {
	case number, integer:
		return fmt.Sprint(tla.Spoilt)
	case function:
		x := fmt.Sprintf("x%d", strings.Count(variable, "["))
		if of := s.parts[0].spoilt(variable + "[" + x + "]"); of != "" {
			return fmt.Sprintf(`[%s \in DOMAIN %s |-> %s]`, x, variable, of)
		}
	case record:
		var fields []string
		for i := range s.parts {
			of := s.parts[i].spoilt(variable + "." + s.names[i])
			if of == "" {
				return ""
			}
			fields = append(fields, s.names[i]+" |-> "+of)
		}
		return "[" + strings.Join(fields, ", ") + "]"
	}
	return ""
}

// Spoilt returns the value in TLA+ that a change of a module gives to a variable.
func (r *runner[S]) Spoilt(variable string) string {
	for i := range r.d.Vars {
		if v := &r.d.Vars[i]; v.Name == variable {
			return v.Shape.spoilt(variable)
		}
	}
	return ""
}

// process returns the name of a thread's process in the module.
func (d *Def[S]) process(t int) string {
	kind, _, _ := strings.Cut(d.Threads[t], " ")
	return cmp.Or(d.Process[kind], kind)
}
