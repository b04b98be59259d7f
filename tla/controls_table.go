package tla

import (
	"fmt"
	"strings"
)

// ControlsTable returns the list of all properties that must hold, with a faulty variant in which
// each fails. It is the file controls.md.
func (t *Tree) ControlsTable() (string, error) {
	manifests, err := t.Manifests()
	if err != nil {
		return "", err
	}
	controls, err := t.Controls()
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
		fmt.Fprintf(&b, "\n## %s\n\n| property | holds in | most states | fails in | after states |\n|---|---:|---:|---|---:|\n", m.Name)
		for _, c := range claims {
			most := 0
			for _, r := range c.Holds {
				most = max(most, r.Distinct)
			}
			where, after := c.shown()
			fmt.Fprintf(&b, "| %s | %d | %d | %s | %s |\n", c.Property, len(c.Holds), most, where, after)
		}
	}
	return b.String(), nil
}

// shown returns the faulty variant for the table: a configuration if there is one.
func (c *Claimed) shown() (where, after string) {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	for _, k := range c.Controls {
		return k.Config + ": " + strings.ReplaceAll(k.What(), "|", `\|`), number(k.Trace)
	}
	for _, r := range c.Fails {
		return r.Config, number(r.Trace)
	}
	return "", ""
}

const controlsHead = `# Properties and their controls

Would anybody notice if a property were empty? This page lists every property that must hold, and a faulty variant of the
specification in which it fails. ` + "`lab controls -table`" + ` writes the page.

- *Holds in* counts the configurations that check the property; *most states* is the size of the largest.
- *Fails in* names a configuration of the manifest, or one of its changes, such as "PopLower keeps bottom": the step does everything
  but leaves this variable as it was. TLC and the Go machine have the same fault, and must find the same property broken.
- *After states* is the length of the shortest trace. Temporal properties have none.
`
