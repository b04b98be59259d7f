package tla

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Condition is one condition of fairness of a specification.
type Condition struct {
	Specification string
	Of            string // the process or the action that is fair
}

// Part names the condition among the parts of properties.
func (c Condition) Part() string { return "the fairness of " + c.Of }

var (
	fairness = regexp.MustCompile(`\b[WS]F_\w+\((\w+)(?:\(\w+\))?\)`)
	based    = regexp.MustCompile(`^(?:/\\\s*)?Spec\b`)
)

// Conditions returns the conditions of fairness that temporal properties may rest on: those of the
// specifications of rows that must hold and have such properties.
func (m *Manifest) Conditions() (all []Condition) {
	temporal := map[string]bool{} // by module and property
	is := func(r Row, property string) bool {
		key := r.Module + "." + property
		if _, known := temporal[key]; !known {
			temporal[key] = m.IsTemporal(r, property)
		}
		return temporal[key]
	}
	for _, r := range m.Rows {
		c, err := m.Config(r)
		if err != nil || r.Fails() || !slices.ContainsFunc(c.Properties, func(name string) bool { return is(r, name) }) {
			continue
		}
		for _, of := range m.fair(r.Specification) {
			if one := (Condition{r.Specification, of}); !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all
}

// fair returns the processes and actions that are fair in a specification.
func (m *Manifest) fair(specification string) (all []string) {
	text := m.Specifications[specification]
	if based.MatchString(text) {
		all = m.fair("Spec")
	}
	for _, found := range fairness.FindAllStringSubmatch(text, -1) {
		all = append(all, found[1])
	}
	return all
}

// IsTemporal reports whether a property is more than a condition on each step.
func (m *Manifest) IsTemporal(r Row, name string) bool {
	text, err := m.Property(r.Module, name)
	return err == nil && (strings.Contains(text, "<>") || strings.Contains(text, "~>"))
}

// Needs reports whether a control shows that a condition is needed: without it, a temporal property
// of a row with this specification fails.
func (m *Manifest) Needs(one Condition, all []Control) *Control {
	for i, c := range all {
		r, err := m.Row(c.Config)
		if c.Module != m.Name || err != nil || r.Specification != one.Specification {
			continue
		}
		if c.Change.Verb == Lazy && c.Change.Action == one.Of || c.Change.Verb == Unfair && len(m.fair(one.Specification)) == 1 {
			return &all[i]
		}
	}
	return nil
}

// lazy returns the definition of unfair, which is the specification without the fairness of a
// process.
func (m *Manifest) lazy(r Row, process string) (string, error) {
	found := false
	without := func(name string) (string, error) {
		text, err := m.Property(r.Module, name)
		return fairness.ReplaceAllStringFunc(blanked(text), func(one string) string {
			if fairness.FindStringSubmatch(one)[1] != process {
				return one
			}
			found = true
			return "TRUE"
		}), err
	}
	text, err := without(r.Specification)
	if err != nil {
		return "", err
	}
	defined := ""
	if trimmed := strings.TrimLeft(text, " \n"); based.MatchString(trimmed) {
		base, err := without("Spec")
		if err != nil {
			return "", err
		}
		defined = unfair + "Base ==\n" + base + "\n"
		at := strings.Index(text, "Spec")
		text = text[:at] + unfair + "Base" + text[at+len("Spec"):]
	}
	if !found {
		return "", fmt.Errorf("%s: %s is not fair in %s", r.Config, process, r.Specification)
	}
	return defined + unfair + " ==\n" + text, nil
}
