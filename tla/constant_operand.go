package tla

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// TLC does not evaluate a constant in a formula such as <>TRUE. It takes the negation of the
// formula for satisfiable, and always reports a violation. A faulty variant of such a property
// would seem to fail, as it must. A constant that stands alone under [] is evaluated.

// checkConstants returns an error for each temporal property in which <> or ~> has an operand
// without variables, or which has the literal TRUE or FALSE.
func (m *Manifest) checkConstants() (faults []error) {
	seen := map[string]bool{}
	known := map[string]*vocabulary{} // by module
	for _, r := range m.Rows {
		properties, err := m.spell(r.Properties)
		if err != nil {
			continue // faults names it
		}
		for _, name := range properties {
			if seen[name] {
				continue
			}
			seen[name] = true
			if known[r.Module] == nil {
				known[r.Module] = m.vocabulary(r.Module)
			}
			for _, operand := range known[r.Module].constantOperands(name) {
				faults = append(faults, fmt.Errorf("%s has the constant %s in a temporal formula: TLC reports a violation whatever it says", name, operand))
			}
		}
	}
	return faults
}

var (
	identifier  = regexp.MustCompile(`\b[A-Za-z]\w*`)
	declaration = regexp.MustCompile(`(?m)^VARIABLES?\s((?:[^\n]+\n)+)`)
	operator    = regexp.MustCompile(`(?m)^([A-Za-z]\w*)(?:[(\[][^\n=]*[)\]])? ==\s`)
	temporal    = regexp.MustCompile(`<>|~>`)
	literal     = regexp.MustCompile(`\b(?:TRUE|FALSE)\b`)
)

// A vocabulary has the names of a module and of those that it uses. A definition is plain.
type vocabulary struct {
	definitions map[string]string
	varies      map[string]bool // the variables, and each definition that was looked at
}

func (m *Manifest) vocabulary(module string) *vocabulary {
	v := &vocabulary{definitions: map[string]string{}, varies: map[string]bool{}}
	tree := cmp.Or(m.tree, Embedded)
	for _, file := range tree.Modules(module) {
		bytes, _ := tree.ReadFile(file) // Modules has found it
		text := string(bytes)
		for _, d := range declaration.FindAllStringSubmatch(text, -1) {
			for _, name := range identifier.FindAllString(blanked(d[1]), -1) {
				v.varies[name] = true
			}
		}
		for _, at := range operator.FindAllStringSubmatchIndex(text, -1) {
			rest := text[at[1]:]
			if end := definitionEnd.FindStringIndex(rest); end != nil {
				rest = rest[:end[0]]
			}
			if name := text[at[2]:at[3]]; v.definitions[name] == "" {
				v.definitions[name] = plain(rest)
			}
		}
	}
	return v
}

// plain returns a text without comments and strings, in which <<>> is not taken for <>.
func plain(text string) string {
	text = withoutStrings.ReplaceAllString(blanked(text), `""`)
	return strings.ReplaceAll(text, "<<>>", "{  }")
}

// constantOperands returns the constants in a property and in the temporal definitions that it
// uses.
func (v *vocabulary) constantOperands(property string) (all []string) {
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		text := v.definitions[name]
		if seen[name] {
			return
		}
		seen[name] = true
		if temporal.MatchString(text) {
			p := parser{text: text}
			for _, s := range p.temporalOperands() {
				if operand := text[s.from:s.to]; !v.has(operand) {
					all = append(all, oneLine(operand))
				}
			}
			all = append(all, literal.FindAllString(text, -1)...)
		}
		for _, used := range identifier.FindAllString(text, -1) {
			visit(used)
		}
	}
	visit(property)
	slices.Sort(all)
	return slices.Compact(all)
}

// has reports whether an expression uses a variable, itself or in a definition. The name of an
// instance, as in R!Spec, counts as one.
func (v *vocabulary) has(text string) bool {
	if strings.Contains(text, "!") {
		return true
	}
	for _, name := range identifier.FindAllString(text, -1) {
		if _, known := v.varies[name]; !known {
			v.varies[name] = false // it may use itself
			v.varies[name] = v.has(v.definitions[name])
		}
		if v.varies[name] {
			return true
		}
	}
	return false
}

// temporalOperands returns the operands of <> and ~>.
func (p *parser) temporalOperands() (all []span) {
	for _, at := range temporal.FindAllStringIndex(p.text, -1) {
		if p.text[at[0]] == '~' {
			all = append(all, p.before(at[0]))
			all = append(all, p.after(at[1]))
			continue
		}
		all = append(all, p.operand(at[1]))
	}
	return all
}

// operand returns the operand of a prefix operator that ends at a place.
func (p *parser) operand(at int) span {
	s := p.trim(span{at, len(p.text)})
	text := p.text[s.from:]
	for _, prefix := range []string{"[]", "<>", "~"} {
		if strings.HasPrefix(text, prefix) && !strings.HasPrefix(text, "~>") {
			return p.operand(s.from + len(prefix))
		}
	}
	switch {
	case strings.HasPrefix(text, "("):
		return span{s.from, p.closing(s.from) + 1}
	case strings.HasPrefix(text, `\`):
		return p.after(s.from)
	}
	end := s.from + len(identifier.FindString(text))
	for end < len(p.text) && (p.text[end] == '(' || p.text[end] == '[') {
		end = p.closing(end) + 1
	}
	return span{s.from, max(end, s.from+1)}
}

// before returns what stands on the left of an infix operator, in its brackets.
func (p *parser) before(at int) span {
	for from := at - 1; from >= 0; from-- {
		if p.depth(span{from, at}) > 0 {
			return span{from + 1, at}
		}
	}
	return span{0, at}
}

// after returns what stands on the right of a place, in its brackets.
func (p *parser) after(at int) span {
	for to := at; to < len(p.text); to++ {
		if p.depth(span{at, to + 1}) < 0 {
			return span{at, to}
		}
	}
	return span{at, len(p.text)}
}
