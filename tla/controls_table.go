package tla

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// ControlsTable returns the list of all properties that must hold, with a faulty variant in which
// each fails. It is the file controls.md.
func ControlsTable(t *Tree) (string, error) {
	manifests, err := t.Manifests()
	if err != nil {
		return "", err
	}
	controls, err := Controls(t)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(controlsHead)
	for _, m := range manifests {
		claims, err := m.Claims(controls)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n## %s\n\n| property | holds in | most states | fails in | after states | parts |\n|---|---:|---:|---|---:|---:|\n", m.Name)
		for _, c := range claims {
			most := 0
			for _, r := range c.Holds {
				most = max(most, r.Distinct)
			}
			where, after := c.shown()
			fmt.Fprintf(&b, "| %s | %d | %d | %s | %s | %s |\n", c.Property, len(c.Holds), most, where, after, m.needed(c, controls))
		}
		m.writeConditions(&b, controls)
	}
	if err := t.writeSurvivors(&b); err != nil {
		return "", err
	}
	return b.String(), nil
}

// needed returns how many parts of a property some control needs, such as 3 of 4; "" if the
// property is a single condition.
func (m *Manifest) needed(c *Claimed, all []Control) string {
	parts := len(m.Parts(c.Holds[0].Module, c.Property))
	if parts == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", parts-len(m.Survivors(c, all)), parts)
}

// writeConditions writes the conditions of fairness, each with the property that needs it.
func (m *Manifest) writeConditions(b *strings.Builder, all []Control) {
	conditions := m.Conditions()
	if len(conditions) == 0 {
		return
	}
	b.WriteString("\n| specification | fair | without it, this fails |\n|---|---|---|\n")
	for _, c := range conditions {
		needs := ""
		if by := m.Needs(c, all); by != nil {
			needs = fmt.Sprintf("%s of %s", by.Property, by.Config)
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", c.Specification, c.Of, needs)
	}
}

// writeSurvivors writes the parts that no control needs, by reason.
func (t *Tree) writeSurvivors(b *strings.Builder) error {
	all, err := AllSurvivors(t)
	if err != nil {
		return err
	}
	var reasons []string
	of := map[string][]string{}
	for _, s := range all {
		if of[s.Why] == nil {
			reasons = append(reasons, s.Why)
		}
		of[s.Why] = append(of[s.Why], fmt.Sprintf("%s.%s without `%s`", s.Module, s.Property, s.Part))
	}
	fmt.Fprintf(b, "\n## Survivors\n\nNo recorded control needs these %d parts. Each has an argument.\n", len(all))
	for _, why := range reasons {
		fmt.Fprintf(b, "\n%s\n\n- %s\n", why, strings.Join(of[why], "\n- "))
	}
	return nil
}

// shown returns the faulty variant for the table: a configuration if there is one.
func (c *Claimed) shown() (where, after string) {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	controls := slices.Clone(c.Controls)
	slices.SortStableFunc(controls, func(a, b Control) int {
		return cmp.Or(cmp.Compare(len(a.Parts), len(b.Parts)), cmp.Compare(a.single(), b.single()))
	})
	for _, k := range controls {
		if k.single() == 0 || len(c.Fails) == 0 {
			return k.Config + ": " + strings.ReplaceAll(k.What(), "|", `\|`), number(k.Trace)
		}
	}
	for _, r := range c.Fails {
		return r.Config, number(r.Trace)
	}
	return "", ""
}

// single is 1 if the control drops a single condition of fairness.
func (c Control) single() int {
	if c.Change.Verb == Lazy {
		return 1
	}
	return 0
}

const controlsHead = `# Properties and their controls

Would anybody notice if a property were empty? This page lists every property that must hold, and a faulty variant of the
specification in which it fails. ` + "`lab controls -table`" + ` writes the page.

- *Holds in* counts the configurations that check the property; *most states* is the size of the largest.
- *Fails in* names a configuration of the manifest, or one of its changes, such as "PopLower keeps bottom": the step does everything
  but leaves this variable as it was. "SwapPublish sets before.ring to 2" means that the step also writes this value. TLC and the Go
  machine have the same fault, and must find the same property broken.
- *After states* is the length of the shortest trace. Temporal properties have none.
- *Parts* counts the conditions inside a property, and those that are shown to be needed: without such a part, the property does not
  fail as soon in the recorded variant. A part is a conjunct of what the property demands, or a disjunct of what it presumes. A guard
  is needed because TLC cannot evaluate the property without it. The parts of a refinement are the conditions of the refined module. The
  types of variables are not tried one by one.
- The tables of *fair* processes and actions name, for each condition of fairness, a temporal property that fails if only this
  condition is dropped.
`
