package machine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/model"
)

// checkAccesses looks at the accesses of any machine.
func checkAccesses(of Machine, limit int, all bool) error {
	return of.(interface{ checkAccesses(int, bool) error }).checkAccesses(limit, all)
}

// checkAccesses tries, in up to limit states, whether each action reads and
// writes what it says, and nothing else: the word of its one access, or the
// variables of a region. A word is written if it differs afterwards. A word is
// read if the step differs when the word has another value; so each of the others
// gets each of its values. What is private to other threads, and ghosts, are
// neither read nor, if private, written. With all, nothing that is declared may be
// missing either.
func (r *runner[S]) checkAccesses(limit int, all bool) error {
	c := accessChecker[S]{r: r, reads: map[string]bool{}, writes: map[string]bool{}}
	enough := errors.New("enough")
	n := 0
	err := r.model.Walk(limit+1, func(from *S, step *explore.Step[S], isNew bool) error {
		s := from
		if step != nil {
			s = &step.To
		}
		if !isNew {
			return nil
		}
		if n++; n > limit {
			return enough
		}
		return c.state(s)
	})
	if err != nil && err != enough {
		return err
	}
	if !all {
		return nil
	}
	return c.declared()
}

func (a Access) reads() bool { return a.Kind != model.Store && a.Kind != model.PlainWrite }
func (a Access) writes() bool {
	return a.Kind == model.Store || a.Kind == model.ReadWrite || a.Kind == model.PlainWrite || a.Kind == model.LockStep
}

type accessChecker[S comparable] struct {
	r             *runner[S]
	reads, writes map[string]bool // action and variable that were seen
}

func (c *accessChecker[S]) state(s *S) error {
	d := c.r.d
	for t := range d.Threads {
		a := &d.Actions[d.PC(s)[t]]
		if a.Do == nil {
			continue
		}
		for choice := range max(1, a.Choices) {
			if err := c.step(s, a, t, choice); err != nil {
				return fmt.Errorf("%s of %s: %w, in the state\n%s", a.Name, d.Threads[t], err, c.r.text(nil, s))
			}
		}
	}
	return nil
}

// mayRead and mayWrite report whether a step is allowed to depend on a word, and
// to change it.
func mayRead(a Access, declared, variable string, object int) bool {
	switch a.Form {
	case Single:
		return a.Var == variable && int(a.Object) == object && a.reads()
	case Silent:
		return false
	}
	return contains(declared, variable) // a region, or a thread that waits for a variable
}

func mayWrite(a Access, declared, variable string, object int) bool {
	switch a.Form {
	case Single:
		return a.Var == variable && int(a.Object) == object && a.writes()
	case Region:
		return contains(declared, variable)
	}
	return false
}

func contains(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

func (c *accessChecker[S]) step(s *S, a *Action[S], t, choice int) error {
	d := c.r.d
	to := *s
	did := a.Do(&to, t, choice)
	if did.Form == Disabled {
		to = *s
	}
	if did.Form == Single {
		v := d.variable(did.Var)
		switch {
		case v.Class != Shared:
			return fmt.Errorf("it accesses %s, which is not shared", did.Var)
		case int(did.Object) >= v.objects():
			return fmt.Errorf("it accesses word %d of %s, which has %d", did.Object, did.Var, v.objects())
		case did.reads() && !contains(a.Reads, did.Var):
			return fmt.Errorf("it reads %s, which is not in its read set", did.Var)
		case did.writes() && !contains(a.Writes, did.Var):
			return fmt.Errorf("it writes %s, which is not in its write set", did.Var)
		}
		c.reads[a.Name+" "+did.Var] = c.reads[a.Name+" "+did.Var] || did.reads()
		c.writes[a.Name+" "+did.Var] = c.writes[a.Name+" "+did.Var] || did.writes()
	}
	if did.Form == Region {
		if err := c.region(s, &to, a, t); err != nil {
			return err
		}
	}
	for i := range d.Vars {
		v := &d.Vars[i]
		for cell := range v.Shape.width {
			object := cell / v.Shape.word().width
			label := func() string {
				if v.Class == Shared {
					return v.objectName(object)
				}
				return v.Name
			}
			foreign := v.Class == Private && v.owner(cell) != t
			written := *v.Cell(s, cell) != *v.Cell(&to, cell)
			if written && (foreign || v.Class == Shared && !mayWrite(did, a.Writes, v.Name, object)) {
				return fmt.Errorf("it writes %s", label())
			}
			if !foreign && v.Class == Private || v.Class == Shared && mayRead(did, a.Reads, v.Name, object) {
				continue
			}
			// What a plain store writes it has not read: it comes out the same.
			kept := v.Class == Shared && mayWrite(did, a.Writes, v.Name, object)
			if value, depends := c.depends(s, &to, did, a, t, choice, v, cell, kept); depends {
				return fmt.Errorf("it reads %s: with %d in cell %d the step is another", label(), value, cell)
			}
		}
	}
	for other := range d.Threads {
		if other != t && d.PC(s)[other] != d.PC(&to)[other] {
			return fmt.Errorf("it moves %s", d.Threads[other])
		}
	}
	return nil
}

// region checks the accesses that a region reports, if it reports any. Each must be in
// the table, and the region may write no other word of these variables. A region need not
// report what is as private as the variable that it belongs to: the size of an array, or
// the owner's copy of an index.
func (c *accessChecker[S]) region(s, to *S, a *Action[S], t int) error {
	d := c.r.d
	again, parts := *s, []Part{}
	d.parts = &parts
	a.Do(&again, t, 0)
	d.parts = nil
	if len(parts) == 0 {
		return nil
	}
	told := map[string]bool{} // words, and variables that it tells of
	for _, p := range parts {
		v := d.variable(p.Var)
		told[p.Var] = true
		switch {
		case p.Form == Anew:
			for n := range p.Count {
				told[v.objectName(int(p.Object)+n)] = true
			}
			continue
		case p.reads() && !contains(a.Reads, p.Var):
			return fmt.Errorf("it tells of reading %s, which is not in its read set", p.Var)
		case p.writes() && !contains(a.Writes, p.Var):
			return fmt.Errorf("it tells of writing %s, which is not in its write set", p.Var)
		}
		told[v.objectName(int(p.Object))] = told[v.objectName(int(p.Object))] || p.writes()
	}
	for i := range d.Vars {
		v := &d.Vars[i]
		width := v.Shape.word().width
		for cell := range v.Shape.width {
			name := v.objectName(cell / width)
			if v.Class == Shared && *v.Cell(s, cell) != *v.Cell(to, cell) && told[v.Name] && !told[name] && name != v.Name {
				return fmt.Errorf("it writes %s, and does not tell", name)
			}
		}
	}
	return nil
}

// depends reports whether a step differs if a cell has another value.
func (c *accessChecker[S]) depends(
	s, to *S, did Access, a *Action[S], t, choice int, v *Var[S], cell int, kept bool,
) (value uint8, depends bool) {
	defer func() {
		if recover() != nil {
			depends = true // the value has led the step astray
		}
	}()
	old := *v.Cell(s, cell)
	for value = range max(v.Max, 1) + 1 {
		if value == old {
			continue
		}
		other := *s
		*v.Cell(&other, cell) = value
		before := other
		again := a.Do(&other, t, choice)
		if again != did {
			return value, true
		}
		if did.Form == Disabled {
			continue
		}
		if !kept {
			if v.Class != Ghost && *v.Cell(&other, cell) != *v.Cell(&before, cell) {
				return value, true
			}
			*v.Cell(&other, cell) = *v.Cell(to, cell)
		}
		c.copyGhosts(&other, to)
		if other != *to {
			return value, true
		}
	}
	return 0, false
}

func (c *accessChecker[S]) copyGhosts(into, from *S) {
	for i := range c.r.d.Vars {
		v := &c.r.d.Vars[i]
		for cell := range v.Shape.width {
			if v.Class == Ghost {
				*v.Cell(into, cell) = *v.Cell(from, cell)
			}
		}
	}
}

// declared returns an error if an action of one access declares more than it was
// seen to use.
func (c *accessChecker[S]) declared() error {
	var faults []error
	for i := range c.r.d.Actions {
		a := &c.r.d.Actions[i]
		if !c.seen(a) {
			continue // a region, or never taken here
		}
		for _, v := range strings.Fields(a.Reads) {
			if !c.reads[a.Name+" "+v] {
				faults = append(faults, fmt.Errorf("%s declares that it reads %s, and never does", a.Name, v))
			}
		}
		for _, v := range strings.Fields(a.Writes) {
			if !c.writes[a.Name+" "+v] {
				faults = append(faults, fmt.Errorf("%s declares that it writes %s, and never does", a.Name, v))
			}
		}
	}
	return errors.Join(faults...)
}

func (c *accessChecker[S]) seen(a *Action[S]) bool {
	for key := range c.reads {
		if name, _, _ := strings.Cut(key, " "); name == a.Name {
			return true
		}
	}
	return false
}
