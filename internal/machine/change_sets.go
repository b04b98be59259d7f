package machine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// A place is a cell of a variable, or a sequence of numbers.
type place struct {
	cell    int
	shape   *Shape
	lengths [][2]int // for each sequence around it: the cell of its length, and its least length
}

// find returns the place that a path leads to. It is false if the path does not fit the shape, or leads to a value of several
// cells that is not a sequence of numbers.
func (s *Shape) find(path []string) (p place, ok bool) {
	p.shape = s
	for _, step := range path {
		n, err := strconv.Atoi(strings.Trim(step, "[]{}"))
		switch {
		case p.shape.kind == record:
			i := slices.Index(p.shape.names, strings.TrimPrefix(step, "."))
			if i < 0 {
				return p, false
			}
			for _, before := range p.shape.parts[:i] {
				p.cell += before.width
			}
			p.shape = &p.shape.parts[i]
		case err != nil:
			return p, false
		case p.shape.kind == sequence && 1 <= n && n <= p.shape.repeat:
			p.lengths = append(p.lengths, [2]int{p.cell, n})
			p.cell, p.shape = p.cell+1+(n-1)*p.shape.parts[0].width, &p.shape.parts[0]
		case p.shape.kind == function && p.shape.low <= n && n < p.shape.low+p.shape.repeat:
			p.cell, p.shape = p.cell+(n-p.shape.low)*p.shape.parts[0].width, &p.shape.parts[0]
		case p.shape.kind == members && p.shape.low <= n && n < p.shape.low+p.shape.repeat:
			p.cell, p.shape = p.cell+n-p.shape.low, &flag
		default:
			return p, false
		}
	}
	return p, p.shape.kind != members && (p.shape.width == 1 || p.shape.ofNumbers())
}

// ofNumbers reports whether the values are sequences of numbers.
func (s *Shape) ofNumbers() bool { return s.kind == sequence && s.parts[0].kind == number }

// values returns the cells for the text of a value. It is false if the shape has no such value.
func (s *Shape) values(text string) ([]uint8, bool) {
	if !s.ofNumbers() {
		v, ok := s.value(text)
		return []uint8{v}, ok
	}
	inside, isList := strings.CutPrefix(text, "<<")
	cells := make([]uint8, s.width)
	for one := range strings.SplitSeq(strings.TrimSuffix(inside, ">>"), ", ") {
		if inside == ">>" {
			break
		}
		v, ok := s.parts[0].value(one)
		if !ok || int(cells[0]) == s.repeat {
			return nil, false
		}
		cells[0]++
		cells[cells[0]] = v
	}
	return cells, isList
}

// value returns the cell for the text of a value of one cell.
func (s *Shape) value(text string) (uint8, bool) {
	switch s.kind {
	case boolean:
		return map[string]uint8{"TRUE": 1}[text], text == "TRUE" || text == "FALSE"
	case name:
		i := slices.Index(s.names, strings.Trim(text, `"`))
		return uint8(max(0, i)), i >= 0
	}
	n, err := strconv.Atoi(text)
	return uint8(n), err == nil && (s.kind == integer && -128 <= n && n < 128 || s.kind == number && 0 <= n && n < 256)
}

// sets returns what a change of the verb Sets does after the action.
func (d *Def[S]) sets(c tla.Change) (func(from, to *S, t int), error) {
	var all []func(s *S)
	for _, one := range c.Settings() {
		vars := append(slices.Clone(d.Vars), d.pcVar())
		i := slices.IndexFunc(vars, func(v Var[S]) bool { return v.Name == one.Variable })
		if i < 0 {
			return nil, fmt.Errorf("%s: no such variable", c)
		}
		v := &vars[i]
		p, found := v.Shape.find(one.Path)
		if !found {
			return nil, fmt.Errorf("%s: no such place", c)
		}
		cells, fits := p.shape.values(one.Value)
		if !fits {
			return nil, fmt.Errorf("%s: no such value", c)
		}
		all = append(all, func(s *S) {
			for _, l := range p.lengths {
				if int(*v.Cell(s, l[0])) < l[1] {
					return // as EXCEPT does beyond the end of a sequence
				}
			}
			for i, cell := range cells {
				*v.Cell(s, p.cell+i) = cell
			}
		})
	}
	return func(_, s *S, _ int) {
		for _, set := range all {
			set(s)
		}
	}, nil
}

// pcVar returns the variable pc, which is not in d.Vars.
func (d *Def[S]) pcVar() Var[S] {
	names := make([]string, len(d.Actions))
	for i, a := range d.Actions {
		names[i] = a.Name
	}
	return Var[S]{Name: "pc", Shape: fn(d.First, len(d.Threads), oneOf(names...)), Cell: func(s *S, i int) *uint8 { return &d.PC(s)[i] }}
}

// places calls yield with the path of each cell of a value, and of each sequence of numbers.
func (s *Shape) places(path string, yield func(path string, leaf *Shape)) {
	switch s.kind {
	case record:
		for i := range s.parts {
			s.parts[i].places(path+"."+s.names[i], yield)
		}
	case function:
		for i := range s.repeat {
			s.parts[0].places(fmt.Sprintf("%s[%d]", path, s.low+i), yield)
		}
	case sequence:
		if s.ofNumbers() {
			yield(path, s)
		}
		for i := range s.repeat {
			s.parts[0].places(fmt.Sprintf("%s[%d]", path, 1+i), yield)
		}
	case members:
		for i := range s.repeat {
			yield(fmt.Sprintf("%s{%d}", path, s.low+i), &flag)
		}
	default:
		yield(path, s)
	}
}

// Strays implements Machine. A number is set to each value up to one more than the variable has in the first limit states.
// A thread is set to each label at which it is there.
func (r *runner[S]) Strays(limit int) (all []tla.Change) {
	taken, most := make([]bool, len(r.d.Actions)), make([]uint8, len(r.d.Vars))
	_ = r.model.Walk(limit, func(from *S, step *explore.Step[S], _ bool) error {
		s := from
		if step != nil {
			s, taken[step.Action] = &step.To, r.d.Actions[step.Action].Do != nil
		}
		for i := range r.d.Vars {
			for n := range r.d.Vars[i].Shape.width {
				if cell := *r.d.Vars[i].Cell(s, n); cell < 128 {
					most[i] = max(most[i], cell)
				}
			}
		}
		return nil
	})
	var settings []string
	for i := range r.d.Vars {
		v := &r.d.Vars[i]
		v.Shape.places(v.Name, func(path string, leaf *Shape) {
			for _, value := range leaf.near(most[i]) {
				settings = append(settings, path+" to "+value)
			}
		})
	}
	for t, labels := range r.labels(limit) {
		for _, l := range slices.Sorted(maps.Keys(labels)) {
			settings = append(settings, fmt.Sprintf("pc[%d] to %q", r.d.First+t, r.d.Actions[l].Name))
		}
	}
	for a, is := range taken {
		for _, what := range settings {
			if is {
				all = append(all, tla.Change{Action: r.d.Actions[a].Name, Verb: tla.Sets, What: what})
			}
		}
	}
	return all
}

// near returns the values of a cell that Strays tries. most is the largest number that the variable has.
func (s *Shape) near(most uint8) (values []string) {
	switch s.kind {
	case boolean:
		return []string{"FALSE", "TRUE"}
	case name:
		for _, n := range s.names {
			values = append(values, `"`+n+`"`)
		}
		return values
	case integer:
		values = append(values, "-1")
	case sequence:
		return []string{"<<>>", "<<0>>", "<<1>>", "<<2>>", "<<1, 1>>", "<<1, 2>>", "<<2, 1>>"}[:min(7, 1+3*s.repeat)]
	}
	for n := range int(most) + 2 {
		values = append(values, fmt.Sprint(n))
	}
	return values
}
