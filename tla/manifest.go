package tla

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// manifest reads a manifest. It returns an error if a row would check nothing.
func (t *Tree) manifest(name string) (*Manifest, error) {
	text, err := t.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Name: strings.TrimSuffix(path.Base(name), ".json"), Dir: path.Dir(name), tree: t}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	for group, names := range m.Groups {
		if !isGroup(group) || len(names) == 0 || slices.ContainsFunc(names, isGroup) {
			return nil, fmt.Errorf("group %q: want a name that begins with a small letter, and properties that do not", group)
		}
	}
	for _, r := range m.Rows {
		if _, err := m.Config(r); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// UnmarshalJSON reads the text of a manifest file. It refuses unknown fields.
func (m *Manifest) UnmarshalJSON(text []byte) error {
	type fields Manifest
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode((*fields)(m)); err != nil {
		return err
	}
	for i := range m.Rows {
		if e := &m.Rows[i].Expected; e.Exit == 0 && e.Message == "" {
			e.Message = Success
		}
	}
	return nil
}

// Config returns the configuration of a row, with its groups expanded. It returns an error
// if the row checks nothing.
func (m *Manifest) Config(r Row) (*Config, error) {
	c, err := m.config(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Config, err)
	}
	return c, nil
}

func (m *Manifest) config(r Row) (*Config, error) {
	c := &Config{
		Name: r.Config, Specification: r.Specification, Constants: r.Constants.Map(), order: r.Constants,
		Deadlock: r.Deadlock != Allowed, comments: []string{r.Shows, r.Note},
	}
	var err error
	if c.Invariants, err = m.spell(r.Invariants); err == nil {
		c.Properties, err = m.spell(r.Properties)
	}
	nothing := len(c.Invariants)+len(c.Properties) == 0
	switch {
	case err != nil:
	case r.Specification == "":
		err = errors.New("want a specification")
	case r.Deadlock != "" && r.Deadlock != Allowed && r.Deadlock != Claim:
		err = fmt.Errorf("deadlock is %q; want %q, %q or nothing", r.Deadlock, Allowed, Claim)
	case nothing && r.Deadlock != Claim:
		err = fmt.Errorf("it checks nothing; want invariants or properties, or \"deadlock\": %q to check only for deadlock", Claim)
	case !nothing && r.Deadlock == Claim:
		err = fmt.Errorf("\"deadlock\": %q allows no invariants and no properties", Claim)
	}
	return c, err
}

// isGroup reports whether a name is a group's, and not a property's.
func isGroup(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLower(first)
}

// spell returns the properties, with each group replaced by its members.
func (m *Manifest) spell(names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		members := []string{name}
		if isGroup(name) {
			members = m.Groups[name]
			if len(members) == 0 {
				return nil, fmt.Errorf("there is no group %q", name)
			}
		}
		for _, one := range members {
			if slices.Contains(all, one) {
				return nil, fmt.Errorf("%s occurs twice", one)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// Label returns the label of an action in the code. A pool label begins with the module's
// name, because one file of the pool has labels of several modules.
func (m *Manifest) Label(action string) string {
	if m.Dir == "pool" {
		return m.Name + "." + action
	}
	return action
}

// Check returns an error that lists each expectation that is missing or that contradicts
// another field.
func (m *Manifest) Check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if (m.Code != nil) == (m.Abstract != "") {
		fault("set either code or abstract")
	}
	if len(m.Rows) == 0 {
		fault("no configurations")
	}
	seen := map[string]bool{}
	used := map[string]bool{}
	for _, r := range m.Rows {
		if seen[r.Config] {
			fault("%s occurs twice", r.Config)
		}
		seen[r.Config] = true
		for _, err := range m.faults(r) {
			fault("%s: %w", r.Config, err)
		}
		for _, name := range slices.Concat(r.Invariants, r.Properties) {
			used[name] = true
		}
	}
	faults = append(faults, m.checkSpecifications()...)
	faults = append(faults, m.checkConstants()...)
	for group := range m.Groups {
		if !used[group] {
			fault("no row uses the group %s", group)
		}
	}
	for _, module := range m.PlusCal {
		if !m.exists(module) {
			fault("there is no %s.tla", module)
		}
	}
	return errors.Join(faults...)
}

func (m *Manifest) faults(r Row) []error {
	var faults []error
	if _, err := m.config(r); err != nil {
		faults = append(faults, err)
	}
	for _, c := range []struct {
		wrong bool
		text  string
	}{
		{!m.exists(r.Module), "there is no module " + r.Module},
		{len(r.Constants) == 0, "want constants"},
		{r.Shows == "", "want shows"},
		{r.Tier != Quick && r.Tier != Full, "tier is neither quick nor full"},
		{r.Message == "", "want a message"},
		{r.Seconds <= 0, "want seconds"},
		{strings.HasPrefix(r.Config, "MC") == r.Fails(), "an MC configuration must hold, and every other must fail"},
		{!r.Fails() && (r.Distinct == 0 || r.Generated == 0 || r.Depth == 0 || r.Trace != 0), "a configuration that holds needs generated, distinct and depth, and no trace"},
		{r.Fails() && (r.Trace == 0 || r.Distinct+r.Generated+r.Depth != 0), "a configuration that fails needs a trace, and no generated, distinct or depth"},
		{r.Fails() && (r.Graph != nil || r.Covers), "a configuration that fails has no graph and no covers"},
		{r.Graph != nil && r.TLCOnly != "", "it has both a graph and tlconly"},
		{r.GoOnly != "" && (r.TLCOnly != "" || r.Graph != nil && !r.Graph.Large || r.Covers), "goonly excludes tlconly, covers and a graph that is not large"},
		{r.Graph != nil && (r.Graph.States != r.Distinct || r.Graph.Edges == 0 || len(r.Graph.Digest) != 64), "want states, edges and digest of the graph"},
	} {
		if c.wrong {
			faults = append(faults, errors.New(c.text))
		}
	}
	return faults
}

// exists reports whether the manifest's directory has this module.
func (m *Manifest) exists(module string) bool {
	_, err := fs.Stat(cmp.Or(m.tree, Embedded).files, path.Join(m.Dir, module+".tla"))
	return err == nil
}

// Built returns an error if this program was built from another text of the modules that
// the row runs. Its Go machine is then not the row's.
func (m *Manifest) Built(r Row) error {
	tree := cmp.Or(m.tree, Embedded)
	for _, file := range tree.Modules(r.Module) {
		theirs, err := tree.ReadFile(file)
		if err != nil {
			return err
		}
		if ours, err := Embedded.ReadFile(file); err != nil || string(ours) != string(theirs) {
			return fmt.Errorf("this program was built from another %s; build it again", path.Base(file))
		}
	}
	return nil
}
