package tla

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Control is a faulty variant of a specification in which one property fails. The variant has
// the constants and the specification of a configuration. Only this property is checked.
type Control struct {
	Module   string   `json:"module"` // name of the manifest
	Property string   `json:"property"`
	Config   string   `json:"config"`
	Change   Change   `json:"change,omitzero"`   // made in the module, and in its machine
	Replace  *Replace `json:"replace,omitempty"` // for a module that has no machine
	ByHand   bool     `json:"byhand,omitempty"`  // no search finds it
	Message  string   `json:"message,omitempty"` // the file leaves out that an invariant is violated
	Trace    int      `json:"trace,omitempty"`   // states of the shortest trace; 0 for a temporal property
	// Parts are parts of the property. Without any of them it does not fail in a trace of this length.
	Parts []string `json:"parts,omitempty"`
	// Guards are parts of the property, too. Without one of them TLC cannot evaluate the property in this variant.
	Guards []string `json:"guards,omitempty"`
	// Reached has, for a configuration named Reach, the number of states of the shortest trace to
	// each situation that must occur. The property is then ReachedAt.
	Reached map[string]int `json:"reached,omitempty"`
	// Goals has, for a configuration that no machine has, the number of states in which each goal of its temporal properties is
	// true. The property is then GoalsAre.
	Goals map[string]int `json:"goals,omitempty"`
}

const (
	ReachedAt = "ReachedAt" // the property of controls that say how soon situations occur
	GoalsAre  = "GoalsAre"  // the property of controls that say in how many states goals are true
)

// Counts reports whether the control records numbers. Such a control is no faulty variant.
func (c Control) Counts() bool { return c.Property == ReachedAt || c.Property == GoalsAre }

// A Replace is a change of a module's text.
type Replace struct {
	In  string `json:"in"` // name of the module
	Old string `json:"old"`
	New string `json:"new"`
}

// Name returns a name of the control, such as ABP.NoNil.
func (c Control) Name() string {
	switch c.Property {
	case ReachedAt:
		return c.Config
	case GoalsAre:
		return GoalsName(c.Module, c.Config)
	}
	if c.Change.Verb == Lazy {
		return fmt.Sprintf("%s.%s of %s if %s", c.Module, c.Property, c.Config, c.Change)
	}
	if parts := slices.Concat(c.Guards, c.Parts); len(parts) > 0 {
		return fmt.Sprintf("%s.%s without %s", c.Module, c.Property, parts[0])
	}
	return c.Module + "." + c.Property
}

// Batched reports whether TLC can run the control in a batch.
func (c Control) Batched() bool {
	return c.Replace == nil && !c.Counts() && c.Trace > 0 && !c.Change.OfFairness() && len(c.Guards) == 0
}

// What says in words what the variant is.
func (c Control) What() string {
	switch {
	case c.Property == ReachedAt:
		return "the situations of " + c.Config
	case c.Property == GoalsAre:
		return "the goals of temporal properties"
	case c.Replace != nil:
		return fmt.Sprintf("%s has `%s` instead of `%s`", c.Replace.In, oneLine(c.Replace.New), oneLine(c.Replace.Old))
	case c.Change.Verb != "":
		return c.Change.String()
	}
	return "the constants of " + c.Config
}

const controlsFile = "controls.ndjson"

// Controls returns the recorded controls, sorted by module and property.
func Controls(t *Tree) ([]Control, error) {
	text, err := t.record(controlsFile)
	if err != nil {
		return nil, err
	}
	var all []Control
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	for d.More() {
		var c Control
		if err := d.Decode(&c); err != nil {
			return nil, fmt.Errorf("tla/%s: control %d: %w", controlsFile, len(all)+1, err)
		}
		if c.Message == "" && c.Property != GoalsAre {
			c.Message = c.violated()
		}
		all = append(all, c)
	}
	return all, nil
}

// violated is TLC's message if the property is an invariant.
func (c Control) violated() string { return "Invariant " + c.Property + " is violated." }

// EncodeControls returns the text of the file of the controls.
func EncodeControls(all []Control) []byte {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Control) int {
		return strings.Compare(a.Module+" "+a.Property+" "+a.Config, b.Module+" "+b.Property+" "+b.Config)
	})
	var b bytes.Buffer
	for _, c := range all {
		if c.Message == c.violated() {
			c.Message = ""
		}
		b.Write(marshal(c))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// Row returns a configuration by its name.
func (m *Manifest) Row(config string) (Row, error) {
	for _, r := range m.Rows {
		if r.Config == config {
			return r, nil
		}
	}
	return Row{}, fmt.Errorf("%s has no configuration %s", m.Name, config)
}

// only returns a row's configuration that checks nothing but one property.
func (m *Manifest) only(r Row, property string) (*Config, error) {
	c, err := m.Config(r)
	if err != nil {
		return nil, err
	}
	c.Deadlock = false
	c.comments = nil
	c.Invariants, c.Properties = nil, nil
	if m.IsProperty(property) {
		c.Properties = []string{property}
	} else {
		c.Invariants = []string{property}
	}
	return c, nil
}

// IsProperty reports whether some row checks the name as a property, and not as an invariant.
func (m *Manifest) IsProperty(name string) bool {
	return slices.ContainsFunc(m.Rows, func(r Row) bool {
		all, err := m.spell(r.Properties)
		return err == nil && slices.Contains(all, name)
	})
}

// Variant returns the configuration of a control.
func (m *Manifest) Variant(c Control) (*Config, Row, error) {
	r, err := m.Row(c.Config)
	if err != nil {
		return nil, r, err
	}
	config, err := m.only(r, c.Property)
	if err == nil {
		config.Change = c.Change
	}
	if err == nil && c.Property == ReachedAt {
		config.Invariants = []string{c.Property}
	}
	return config, r, err
}

// unfair is the specification without fairness, or without one condition of it, that a control adds to a module.
const unfair = "ControlSpec"

// reachedAt prints the situations that occur first in a state, with its level. It lacks the name of the definition of all situations.
const reachedAt = ReachedAt + ` ==
  LET knownSoFar == TLCGet(1)
      situations == %s
      knownNow == knownSoFar \cup {situation \in DOMAIN situations : situations[situation]}
  IN /\ knownNow # knownSoFar => PrintT(<<"first reached", knownNow \ knownSoFar, TLCGet("level") + 1>>)
     /\ TLCSet(1, knownNow)
     /\ knownNow # DOMAIN situations`

// with returns a module with one more definition.
func with(module []byte, definition string) []byte {
	end := bytes.LastIndex(module, []byte("\n===="))
	return slices.Concat(module[:end], []byte("\n"+definition), module[end:])
}

// in returns the text of a module with the replacement. It fails unless the module has the old text once.
func (r *Replace) in(text []byte) ([]byte, error) {
	if bytes.Count(text, []byte(r.Old)) != 1 {
		return nil, fmt.Errorf("%s.tla does not have %q once", r.In, r.Old)
	}
	return bytes.Replace(text, []byte(r.Old), []byte(r.New), 1), nil
}

// Alone returns the batch of a single control that replaces text.
func Alone(m *Manifest, c Control) (*Batch, error) {
	r, err := m.Row(c.Config)
	if err != nil {
		return nil, err
	}
	b, err := NewBatch(m, r, []Trial{{Watched: []string{c.Property}, Parts: c.Parts, Levels: c.Trace}})
	if err != nil {
		return nil, err
	}
	file := c.Replace.In + ".tla"
	b.Files[file], err = c.Replace.in(b.Files[file])
	return b, err
}

// Files returns the modules and the configuration, named Control.cfg, with which TLC runs a
// control. spoilt is the value for Spoils.
func (m *Manifest) Files(c Control, spoilt string) (map[string][]byte, error) {
	config, r, err := m.Variant(c)
	if err != nil {
		return nil, err
	}
	tree := m.tree
	if tree == nil {
		tree = Embedded
	}
	files := map[string][]byte{}
	for _, file := range tree.Modules(r.Module) {
		text, err := tree.ReadFile(file)
		if err != nil {
			return nil, err
		}
		module := strings.TrimSuffix(path.Base(file), ".tla")
		if c.Replace != nil && c.Replace.In == module {
			if text, err = c.Replace.in(text); err != nil {
				return nil, err
			}
		}
		switch {
		case c.Change.Verb == Unfair && module == r.Module:
			text = with(text, unfair+` == Init /\ [][Next]_vars`)
			config.Specification = unfair
		case c.Change.Verb == Lazy && module == r.Module:
			definition, err := m.lazy(r, c.Change.Action)
			if err != nil {
				return nil, err
			}
			text = with(text, definition)
			config.Specification = unfair
		case c.Property == ReachedAt && module == r.Module:
			situations, _ := m.Situations(r)
			text = with(text, fmt.Sprintf(reachedAt, situations))
		case c.Change.Verb != "" && !c.Change.OfFairness() && module == m.Name:
			changed, err := c.Change.text(string(text), spoilt)
			if err != nil {
				return nil, err
			}
			text = []byte(changed)
		}
		files[module+".tla"] = text
	}
	files["Control.cfg"] = config.Encode()
	return files, nil
}
