// Package tla holds the TLA+ modules, their configurations, and what each is
// expected to give. README.md says how to read and to run them.
//
// The command and the machines read it; users read the modules. It may change in any release.
package tla

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Files holds pom.xml, and a directory for each family of algorithms. No two
// modules or configurations have the same name, so that all can be copied into
// one directory.
//
//go:embed pom.xml */*.tla */*.cfg */*.json
var Files embed.FS

// Readme is README.md.
//
//go:embed README.md
var Readme string

// A Manifest says what the configurations of one algorithm are expected to give.
// It is the file Name.json beside Name.tla.
type Manifest struct {
	Name string `json:"-"` // of the algorithm's module
	Dir  string `json:"-"` // where it stands

	// Code lists the Go files whose labels are the module's, from the root of this
	// repository. Modules that share them all list the same. Abstract says of the
	// others why there are none.
	Code     []string `json:"code,omitempty"`
	Abstract string   `json:"abstract,omitempty"`
	// Elsewhere names the actions that are not in the code under their own names, each
	// with the label of another module that the code has in their place, such as
	// Park.Announce, or with a dash and the reason why it has none.
	Elsewhere map[string]string `json:"elsewhere,omitempty"`
	// PlusCal lists the modules whose algorithm is translated.
	PlusCal []string `json:"pluscal,omitempty"`
	// Never names the actions, or the parts of them, that no configuration takes,
	// each with the reason.
	Never map[string]string `json:"never,omitempty"`

	Rows []Row `json:"configurations"`
}

// A Row is one configuration and what is expected of it.
type Row struct {
	Config string `json:"config"` // the file without .cfg; its name begins with MC, Reach or Naive
	Module string `json:"module"` // what TLC runs
	Shows  string `json:"shows"`  // for people
	Tier   Tier   `json:"tier"`

	Exit    int    `json:"exit"`
	Message string `json:"message"` // of TLC, a line of it
	// Of a complete search.
	Generated int `json:"generated,omitempty"`
	Distinct  int `json:"distinct,omitempty"`
	Depth     int `json:"depth,omitempty"` // states on the longest shortest path
	// Of a search by one worker that fails: states of the trace it prints.
	Trace   int     `json:"trace,omitempty"`
	Seconds float64 `json:"seconds"` // of TLC's processor time, or of the machine

	Covers  bool   `json:"covers,omitempty"`  // TLC counts how often each part of an action is taken
	TLCOnly string `json:"tlconly,omitempty"` // why no machine runs it
	GoOnly  string `json:"goonly,omitempty"`  // why TLC does not, unless it is named
	Graph   *Graph `json:"graph,omitempty"`   // nil if it is too large, or incomplete
}

// A Graph is the digest of the complete labelled graph of a configuration.
type Graph struct {
	States int    `json:"states"`
	Edges  int    `json:"edges"`
	Digest string `json:"digest"` // see package machine
	// Constraint stands in for the configuration's own specification, whose steps
	// TLC does not name: it runs Spec with this action constraint.
	Constraint string `json:"constraint,omitempty"`
	// Large says that the graph is compared on demand only: TLC may leave out the
	// configuration otherwise.
	Large bool `json:"large,omitempty"`
}

// Tier is when a configuration is run.
type Tier string

// What is Quick is part of Full.
const (
	Quick Tier = "quick"
	Full  Tier = "full"
)

// Fails reports whether TLC is expected to find a violation.
func (r Row) Fails() bool { return r.Exit != 0 }

// Long reports whether TLC takes so long that it is worth two cores.
func (r Row) Long() bool { return r.Seconds > 8 || r.GoOnly != "" }

// Workers returns how many TLC may use. With more than one a trace need not be
// shortest, and the depth may differ from run to run.
func (r Row) Workers() int {
	if r.Fails() || !r.Long() {
		return 1
	}
	return 2
}

// Cost returns how many seconds TLC takes for rows on two cores that it has for
// itself.
func Cost(rows []Row) float64 {
	sum := 0.0
	for _, r := range rows {
		if r.GoOnly == "" {
			sum += r.Seconds / 2
		}
	}
	return sum
}

// Manifests returns all manifests, by name.
func Manifests() ([]*Manifest, error) {
	names, err := fs.Glob(Files, "*/*.json")
	if err != nil {
		return nil, err
	}
	var all []*Manifest
	for _, name := range names {
		m, err := readManifest(name)
		if err != nil {
			return nil, fmt.Errorf("tla/%s: %w", name, err)
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *Manifest) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Find returns the manifest of one algorithm.
func Find(name string) (*Manifest, error) {
	all, err := Manifests()
	if err != nil {
		return nil, err
	}
	var known []string
	for _, m := range all {
		if strings.EqualFold(m.Name, name) {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return nil, fmt.Errorf("unknown module %q; known are %s", name, strings.Join(known, ", "))
}

func readManifest(name string) (*Manifest, error) {
	text, err := Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Name: strings.TrimSuffix(path.Base(name), ".json"), Dir: path.Dir(name)}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, err
	}
	return m, nil
}

// Encode returns the text of the file.
func (m *Manifest) Encode() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		panic(err) // nothing in it can fail
	}
	return b.Bytes()
}

// Label returns the label of an action in the code: there a module of the pool's
// stands in front, since one file has labels of several.
func (m *Manifest) Label(action string) string {
	if m.Dir == "pool" {
		return m.Name + "." + action
	}
	return action
}

// Check returns an error that names each expectation that is missing, or that the
// files contradict.
func (m *Manifest) Check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if (m.Code != nil) == (m.Abstract != "") {
		fault("want one of code and abstract")
	}
	if len(m.Rows) == 0 {
		fault("no configurations")
	}
	seen := map[string]bool{}
	for _, r := range m.Rows {
		if seen[r.Config] {
			fault("%s stands there twice", r.Config)
		}
		seen[r.Config] = true
		for _, err := range r.faults(m.Dir) {
			fault("%s: %w", r.Config, err)
		}
	}
	for _, module := range m.PlusCal {
		if !exists(m.Dir, module+".tla") {
			fault("there is no %s.tla", module)
		}
	}
	return errors.Join(faults...)
}

func (r Row) faults(dir string) []error {
	var faults []error
	for _, c := range []struct {
		wrong bool
		text  string
	}{
		{!exists(dir, r.Config+".cfg"), "there is no such .cfg"},
		{!exists(dir, r.Module+".tla"), "there is no module " + r.Module},
		{r.Shows == "", "want shows"},
		{r.Tier != Quick && r.Tier != Full, "tier is neither quick nor full"},
		{r.Message == "", "want a message"},
		{r.Seconds <= 0, "want seconds"},
		{strings.HasPrefix(r.Config, "MC") == r.Fails(), "MC holds; all others fail"},
		{!r.Fails() && (r.Distinct == 0 || r.Generated == 0 || r.Depth == 0 || r.Trace != 0), "what holds has generated, distinct and depth, and no trace"},
		{r.Fails() && (r.Trace == 0 || r.Distinct+r.Generated+r.Depth != 0), "what fails has a trace, and nothing of a complete search"},
		{r.Fails() && (r.Graph != nil || r.Covers), "what fails has no complete graph"},
		{r.Graph != nil && r.TLCOnly != "", "want a graph or tlconly"},
		{r.GoOnly != "" && (r.TLCOnly != "" || r.Graph != nil && !r.Graph.Large || r.Covers), "goonly, and yet something of TLC's"},
		{r.Graph != nil && (r.Graph.States != r.Distinct || r.Graph.Edges == 0 || len(r.Graph.Digest) != 64), "want states, edges and digest of the graph"},
	} {
		if c.wrong {
			faults = append(faults, errors.New(c.text))
		}
	}
	return faults
}

func exists(dir, name string) bool {
	_, err := fs.Stat(Files, path.Join(dir, name))
	return err == nil
}

// Sources returns all modules and configurations by their file names.
func Sources() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, pattern := range []string{"*/*.tla", "*/*.cfg"} {
		names, err := fs.Glob(Files, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if _, twice := files[path.Base(name)]; twice {
				return nil, fmt.Errorf("tla: two files are named %s", path.Base(name))
			}
			if files[path.Base(name)], err = Files.ReadFile(name); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}
