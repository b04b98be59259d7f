package tla

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Survivor is a part of a property without which the property fails as soon in all recorded
// controls, or a condition of fairness without which no temporal property was found to fail.
type Survivor struct {
	Module   string `json:"module"`
	Property string `json:"property"` // or a specification
	Part     string `json:"part"`
	Why      string `json:"why"` // why no control is there
}

const survivorsFile = "survivors.ndjson"

// AllSurvivors returns the parts that are argued.
func AllSurvivors(t *Tree) ([]Survivor, error) {
	text, err := t.record(survivorsFile)
	if err != nil {
		return nil, err
	}
	var all []Survivor
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	for d.More() {
		var s Survivor
		if err := d.Decode(&s); err != nil {
			return nil, fmt.Errorf("tla/%s: survivor %d: %w", survivorsFile, len(all)+1, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// unargued returns an error for each part of a property that has neither a control nor an
// argument, and for each argument that is of no such part.
func (t *Tree) unargued(manifests []*Manifest, controls []Control) error {
	argued, err := AllSurvivors(t)
	if err != nil {
		return err
	}
	var faults []error
	used := map[Survivor]bool{}
	is := func(m *Manifest, property, part string) bool {
		i := slices.IndexFunc(argued, func(s Survivor) bool {
			return s.Module == m.Name && s.Property == property && s.Part == part && s.Why != ""
		})
		if i >= 0 {
			used[argued[i]] = true
		}
		return i >= 0
	}
	for _, m := range manifests {
		claims, err := m.Claims(controls)
		if err != nil {
			return err
		}
		for _, c := range claims {
			for _, part := range m.gone(c) {
				faults = append(faults, fmt.Errorf("tla/controls.ndjson: %s: %s has no part %s; remove the control, and run go -C internal/lab run . controls -search", m.Name, c.Property, part))
			}
			for _, part := range m.Survivors(c, controls) {
				if !is(m, c.Property, part) {
					faults = append(faults, fmt.Errorf("%s: %s fails as soon without its part %s; run go -C internal/lab run . controls -search, or say why in tla/%s", m.Name, c.Property, part, survivorsFile))
				}
			}
		}
		for _, c := range m.Conditions() {
			if m.Needs(c, controls) == nil && !is(m, c.Specification, c.Part()) {
				faults = append(faults, fmt.Errorf("%s: no temporal property needs %s in %s; run go -C internal/lab run . controls -search, or say why in tla/%s", m.Name, c.Part(), c.Specification, survivorsFile))
			}
		}
	}
	for _, s := range argued {
		if !used[s] {
			faults = append(faults, fmt.Errorf("tla/%s: %s: %s has no part %s that survives", survivorsFile, s.Module, s.Property, s.Part))
		}
	}
	return errors.Join(faults...)
}

// typeOK is the property of the types of variables. Its parts are not tried: each is the type of
// one variable, no other property rests on them, and no fault of the search breaks most of them,
// such as that a variable is true or false.
const typeOK = "TypeOK"

// Survivors returns the parts of a property without which it fails as soon in all controls.
func (m *Manifest) Survivors(c *Claimed, all []Control) (parts []string) {
	refined := m.refinement(c.Holds[0].Module, c.Property)
	for _, p := range m.Parts(c.Holds[0].Module, c.Property) {
		shown := slices.ContainsFunc(all, func(k Control) bool {
			if !slices.Contains(k.Parts, p.Text) && !slices.Contains(k.Guards, p.Text) {
				return false
			}
			return k.Module == m.Name && k.Property == c.Property || refined != nil && m.sameRefined(refined, k)
		})
		if !shown {
			parts = append(parts, p.Text)
		}
	}
	return parts
}

// sameRefined reports whether a control is about a refinement of the same module.
func (m *Manifest) sameRefined(r *refinement, k Control) bool {
	if k.Counts() || k.Property == typeOK {
		return false
	}
	of, err := cmp.Or(m.tree, Embedded).Find(k.Module)
	if err != nil || of.Dir != m.Dir {
		return false
	}
	row, err := of.Row(k.Config)
	if err != nil {
		return false
	}
	other := of.refinement(row.Module, k.Property)
	return other != nil && other.module == r.module
}

// gone returns the parts for which a property has controls, and which it does not have.
func (m *Manifest) gone(c *Claimed) (parts []string) {
	have := m.Parts(c.Holds[0].Module, c.Property)
	for _, k := range c.Controls {
		for _, part := range slices.Concat(k.Guards, k.Parts) {
			if !slices.ContainsFunc(have, func(p Part) bool { return p.Text == part }) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// Changeable reports whether the text of the module allows a change.
func (m *Manifest) Changeable(c Change, spoilt string) bool {
	tree := cmp.Or(m.tree, Embedded)
	text, err := tree.ReadFile(m.Dir + "/" + m.Name + ".tla")
	if err != nil {
		return false
	}
	_, translation, _ := strings.Cut(string(text), `\* BEGIN TRANSLATION`)
	start, end := definition(translation, c.Action)
	if start < 0 {
		return false
	}
	_, err = c.action(translation[start:end], initially(translation, c.What), spoilt)
	return err == nil
}
