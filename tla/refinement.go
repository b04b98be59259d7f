package tla

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A refinement is a property such as Queue!Spec: a module refines another one. Its parts are the conditions of the other
// module, under the names of their definitions: "Rest: queue = <<>>". If the other module lacks such a condition, some
// faulty variant refines it.
type refinement struct {
	instance, module, with string // Queue, TaskQueue, and its substitutions

	text  string // of the other module
	parts []Part // their spans are places in the text
}

var (
	refines   = regexp.MustCompile(`^\s*(\w+)!Spec\s*$`)
	instance  = regexp.MustCompile(`^\s*INSTANCE (\w+)\b`)
	defines   = regexp.MustCompile(`(?m)^(\w+)(?:\([\w, ]*\))? ==`)
	ownHead   = regexp.MustCompile(`(?m)^-+ MODULE \w+ -+$`)
	unguarded = []string{"Init", "Next"} // of a specification
)

// refinement returns the refinement that a property of a module says, or nil. The other module must name its variables all.
func (m *Manifest) refinement(module, property string) *refinement {
	text, err := m.Property(module, property)
	says := refines.FindStringSubmatch(text)
	if err != nil || says == nil {
		return nil
	}
	text, err = m.Property(module, says[1])
	of := instance.FindStringSubmatch(text)
	if err != nil || of == nil {
		return nil
	}
	tree := cmp.Or(m.tree, Embedded)
	other, err := tree.ReadFile(path.Join(m.Dir, of[1]+".tla"))
	if err != nil {
		return nil
	}
	r := &refinement{instance: says[1], module: of[1], with: strings.TrimSpace(text[strings.Index(text, of[1])+len(of[1]):]), text: string(other)}
	r.find()
	if len(r.parts) == 0 {
		return nil
	}
	return r
}

// find finds the conditions of the other module.
func (r *refinement) find() {
	if !strings.Contains(r.text, "\nall == ") {
		return
	}
	for _, at := range defines.FindAllStringSubmatchIndex(r.text, -1) {
		name, begin := r.text[at[2]:at[3]], at[1]
		end := len(r.text)
		if next := definitionEnd.FindStringIndex(r.text[begin+1:]); next != nil {
			end = begin + 1 + next[0]
		}
		if slices.Contains(unguarded, name) {
			continue
		}
		line := strings.LastIndexByte(r.text[:begin], '\n') + 1
		definition := strings.Repeat(" ", begin-line) + r.text[begin:end] // the columns count
		for _, p := range Parts(definition) {
			if strings.Contains(p.Text, "'") || strings.Contains(p.Text, "UNCHANGED") || slices.Contains(unguarded, p.Text) {
				continue // it says what a step does
			}
			p.Text = name + ": " + p.Text
			p.span.from += line
			p.span.to += line
			r.parts = append(r.parts, p)
		}
	}
}

// weak returns the name and the text of the other module without its part i.
func (r *refinement) weak(i int) (name, text string) {
	name = fmt.Sprintf("%s__%d", r.module, i+1)
	return name, ownHead.ReplaceAllString(r.parts[i].lacking(r.text), "---- MODULE "+name+" ----")
}

// steps returns the definitions of the steps of a refinement: with all conditions as name__0, and without each of them. They are
// step properties, and say nothing about the first state or about progress.
func (r *refinement) steps(name string) string {
	var b strings.Builder
	var weak []string
	fmt.Fprintf(&b, "%s__0 == [%s!Next]_(%s!all)\n", name, r.instance, r.instance)
	for i := range r.parts {
		module, _ := r.weak(i)
		of := fmt.Sprintf("%s__%d", r.instance, i+1)
		fmt.Fprintf(&b, "\n%s == INSTANCE %s %s\n\n%s__%d == [%s!Next]_(%s!all)\n", of, module, r.with, name, i+1, of, of)
		weak = append(weak, fmt.Sprintf("%s__%d", name, i+1))
	}
	fmt.Fprintf(&b, "\n%s__Weak == <<%s>>\n", name, strings.Join(weak, ", "))
	return b.String()
}

// Parts returns the parts of a property of a module: see [Parts]. Those of a refinement are the conditions of the other module.
func (m *Manifest) Parts(module, property string) []Part {
	if r := m.refinement(module, property); r != nil {
		return r.parts
	}
	text, err := m.Property(module, property)
	if err != nil || property == typeOK {
		return nil
	}
	return Parts(text)
}

// Refines reports whether a property says that a module refines another one.
func (m *Manifest) Refines(module, property string) bool {
	return m.refinement(module, property) != nil
}

// Lacks replaces one of the files of a control: the property lacks a part. A refinement lacks a condition of the other module.
func (m *Manifest) Lacks(c Control, files map[string][]byte, part string) error {
	row, err := m.Row(c.Config)
	if err != nil {
		return err
	}
	if r := m.refinement(row.Module, c.Property); r != nil {
		i := slices.IndexFunc(r.parts, func(p Part) bool { return p.Text == part })
		if i < 0 {
			return fmt.Errorf("%s has no part %s", r.module, part)
		}
		files[r.module+".tla"] = []byte(r.parts[i].lacking(r.text))
		return nil
	}
	text, err := m.Property(row.Module, c.Property)
	if err != nil {
		return err
	}
	parts := Parts(text)
	i := slices.IndexFunc(parts, func(p Part) bool { return p.Text == part })
	if i < 0 {
		return fmt.Errorf("%s has no part %s", c.Property, part)
	}
	head := len(c.Property) + len(" ==")
	for name, module := range files {
		before, after, found := strings.Cut(string(module), "\n"+c.Property+" =="+text[head:])
		if found {
			files[name] = []byte(before + "\n" + c.Property + " ==" + parts[i].Without(text)[head:] + after)
			return nil
		}
	}
	return fmt.Errorf("no file has the definition of %s", c.Property)
}
