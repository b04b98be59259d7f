package tla

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Claimed is a property that must hold, with the configurations that check it and those in
// which it fails.
type Claimed struct {
	Property string
	Holds    []Row // all have names that begin with MC
	Fails    []Row // the property is the one that fails
	Controls []Control
}

// Claims returns the properties of the rows that must hold, in the order of the rows. all are the
// recorded controls of all modules.
func (m *Manifest) Claims(all []Control) ([]*Claimed, error) {
	var claims []*Claimed
	of := map[string]*Claimed{}
	for _, r := range m.Rows {
		c, err := m.Config(r)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Concat(c.Invariants, c.Properties) {
			switch {
			case r.Fails():
			case of[name] == nil:
				of[name] = &Claimed{Property: name}
				claims = append(claims, of[name])
				fallthrough
			default:
				of[name].Holds = append(of[name].Holds, r)
			}
		}
	}
	for _, r := range m.Rows {
		if name := m.Fault(r); of[name] != nil {
			of[name].Fails = append(of[name].Fails, r)
		}
	}
	for _, c := range all {
		if c.Module == m.Name && of[c.Property] != nil {
			of[c.Property].Controls = append(of[c.Property].Controls, c)
		}
	}
	return claims, nil
}

// Fault returns the property that a row shows to fail, or "". TLC does not name temporal
// properties, so the row must have only one.
func (m *Manifest) Fault(r Row) string {
	c, err := m.Config(r)
	if err != nil || !r.Fails() {
		return ""
	}
	for _, form := range []string{"Invariant %s is violated.", "Action property %s is violated."} {
		for _, name := range slices.Concat(c.Invariants, c.Properties) {
			if fmt.Sprintf(form, name) == r.Message {
				return name
			}
		}
	}
	// TLC does not name them either if they are a step of another specification.
	unnamed := strings.HasPrefix(r.Message, "Temporal properties") || strings.HasPrefix(r.Message, "Action property line ")
	if unnamed && len(c.Properties) == 1 {
		return c.Properties[0]
	}
	return ""
}

// ByTLC reports whether TLC finds a fault of the property in some row or control.
func (c *Claimed) ByTLC() bool {
	return len(c.Controls) > 0 || slices.ContainsFunc(c.Fails, func(r Row) bool { return r.GoOnly == "" })
}

// ByMachine reports whether a machine does so.
func (c *Claimed) ByMachine() bool {
	return slices.ContainsFunc(c.Controls, func(k Control) bool { return k.Replace == nil }) ||
		slices.ContainsFunc(c.Fails, func(r Row) bool { return r.TLCOnly == "" })
}

// Uncontrolled reports whether no faulty variant breaks the property, for TLC or for the machine.
func (c *Claimed) Uncontrolled() bool {
	return !c.ByTLC() || c.RunByMachine() && !c.ByMachine()
}

// RunByMachine reports whether a machine checks that the property holds.
func (c *Claimed) RunByMachine() bool {
	return slices.ContainsFunc(c.Holds, func(r Row) bool { return r.TLCOnly == "" })
}

// Uncontrolled returns an error that lists each property that no faulty variant breaks, each
// control of a property that no row claims, and each temporal property that seems to fail in all
// variants.
func Uncontrolled(t *Tree) error {
	manifests, err := t.Manifests()
	if err != nil {
		return err
	}
	controls, err := Controls(t)
	if err != nil {
		return err
	}
	var faults []error
	used := 0
	for _, m := range manifests {
		claims, err := m.Claims(controls)
		if err != nil {
			return err
		}
		faults = append(faults, m.checkConstants()...)
		for _, check := range []func([]Control) (int, []error){m.unreached, m.uncounted} {
			more, missing := check(controls)
			used += more
			faults = append(faults, missing...)
		}
		for _, c := range claims {
			used += len(c.Controls)
			if c.Uncontrolled() {
				faults = append(faults, fmt.Errorf("%s: no faulty variant breaks %s; run go -C internal/lab run . controls -search", m.Name, c.Property))
			}
		}
	}
	if used != len(controls) {
		faults = append(faults, fmt.Errorf("of %d controls, %d are of properties that no row claims to hold", len(controls), len(controls)-used))
	}
	return errors.Join(append(faults, t.unargued(manifests, controls))...)
}

// unreached returns the number of controls of situations that must occur, and an error for each
// configuration that has no such control, and for each situation that occurs at once.
func (m *Manifest) unreached(all []Control) (used int, faults []error) {
	known := map[string]bool{}
	for _, c := range all {
		if c.Module != m.Name || c.Property != ReachedAt {
			continue
		}
		used++
		known[c.Config] = true
		for name, at := range c.Reached {
			if at < 2 {
				faults = append(faults, fmt.Errorf("%s: %s occurs in the first state, so it is no situation", c.Config, name))
			}
		}
	}
	for _, r := range m.Rows {
		if _, is := m.Situations(r); is && !known[r.Config] {
			faults = append(faults, fmt.Errorf("%s: nothing says how soon each situation occurs; run go -C internal/lab run . controls -search", r.Config))
		}
	}
	return used, faults
}

// Situations returns the name of the definition that lists the situations that must occur in a row, such as Reached. The row's only
// invariant, such as SomethingUnreached, fails when all have occurred.
func (m *Manifest) Situations(r Row) (name string, is bool) {
	c, err := m.Config(r)
	if err != nil || !r.Fails() || len(c.Invariants) != 1 {
		return "", false
	}
	prefix, is := strings.CutSuffix(c.Invariants[0], "Unreached")
	return strings.TrimPrefix(prefix, "Something") + "Reached", is
}
