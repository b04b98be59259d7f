package tla

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// specified returns the definition of a specification on one line, from the module or from one
// that it uses.
func (m *Manifest) specified(module, name string) (string, error) {
	text, err := m.Property(module, name)
	if err != nil {
		return "", fmt.Errorf("no module defines the specification %s", name)
	}
	return strings.TrimPrefix(oneLine(withoutComments(text)), `/\ `), nil
}

// Property returns the text of a definition, from the module or from one that it uses.
func (m *Manifest) Property(module, name string) (string, error) {
	tree := cmp.Or(m.tree, Embedded)
	for _, file := range tree.Modules(module) {
		bytes, err := tree.ReadFile(file)
		if err != nil {
			return "", err
		}
		text := "\n" + string(bytes)
		begin := strings.Index(text, "\n"+name+" ==")
		if begin < 0 {
			continue
		}
		end := begin + len("\n"+name+" ==")
		rest := text[end:]
		if next := definitionEnd.FindStringIndex(rest[1:]); next != nil { // the text may begin on the next line
			rest = rest[:1+next[0]]
		}
		return strings.Repeat(" ", end-begin-1) + rest, nil // the columns count
	}
	return "", fmt.Errorf("no module defines %s", name)
}

// definitionEnd is where a definition ends: before a blank line, or a line that is not indented.
var definitionEnd = regexp.MustCompile(`\n(?:\n|[^ \n])`)

// checkSpecifications returns the differences between the specifications that the manifest quotes
// and those that its rows use. A stronger condition of fairness makes each temporal property
// hold more easily, so no run would notice it.
func (m *Manifest) checkSpecifications() (faults []error) {
	used := map[string]string{}
	for _, r := range m.Rows {
		if used[r.Specification] != "" {
			continue
		}
		text, err := m.specified(r.Module, r.Specification)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", r.Config, err))
			continue
		}
		used[r.Specification] = text
	}
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if m.Specifications[name] != used[name] {
			faults = append(faults, fmt.Errorf("the module has %s == %s, and the manifest %q", name, used[name], m.Specifications[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Specifications)) {
		if used[name] == "" {
			faults = append(faults, fmt.Errorf("no row has the specification %s", name))
		}
	}
	return faults
}
