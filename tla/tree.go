package tla

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Files holds pom.xml and one directory for each family of algorithms. No two modules or
// configurations have the same name, so all of them can be copied into one directory.
//
//go:embed pom.xml */*.tla */*.json
var Files embed.FS

// Records holds the records of controls. They are apart from Files, so that a program that does not
// read them does not contain them.
//
//go:embed controls.ndjson survivors.ndjson
var Records embed.FS

// Readme is README.md.
//
//go:embed README.md
var Readme string

// A Tree is a set of specifications: the embedded one, or one in a checkout. A checkout may
// have been edited since the program was built.
type Tree struct {
	files fs.FS
	dir   string // the tla directory of the checkout; "" for the embedded tree

	listed  sync.Once         // fills modules
	modules map[string]string // the file of each module
}

// Embedded is the tree that this program was built with.
var Embedded = &Tree{files: Files}

// Checkout returns the tree of a checkout of this module.
func Checkout(root string) *Tree {
	dir := filepath.Join(root, "tla")
	return &Tree{files: os.DirFS(dir), dir: dir}
}

// Dir returns the tla directory of a checkout, or "" for the embedded tree.
func (t *Tree) Dir() string { return t.dir }

// ReadFile returns the text of a file, such as deque/ABP.tla.
func (t *Tree) ReadFile(name string) ([]byte, error) { return fs.ReadFile(t.files, name) }

// record returns the text of a record.
func (t *Tree) record(name string) ([]byte, error) {
	if t.dir == "" {
		return Records.ReadFile(name)
	}
	return t.ReadFile(name)
}

// Manifests returns all embedded manifests, sorted by name.
func Manifests() ([]*Manifest, error) { return Embedded.Manifests() }

// Find returns the embedded manifest of an algorithm. Upper and lower case do not matter.
// An error lists the known names.
func Find(name string) (*Manifest, error) { return Embedded.Find(name) }

// Sources returns all embedded modules and the written configurations, by file name.
func Sources() (map[string][]byte, error) { return Embedded.Sources() }

// Manifests returns all manifests, sorted by name.
func (t *Tree) Manifests() ([]*Manifest, error) {
	names, err := fs.Glob(t.files, "*/*.json")
	if err != nil {
		return nil, err
	}
	var all []*Manifest
	for _, name := range names {
		m, err := t.manifest(name)
		if err != nil {
			return nil, fmt.Errorf("tla/%s: %w", name, err)
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *Manifest) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Find returns the manifest of an algorithm. Upper and lower case do not matter. If there is none, the error
// lists the known names.
func (t *Tree) Find(name string) (*Manifest, error) {
	files, err := fs.Glob(t.files, "*/*.json")
	if err != nil {
		return nil, err
	}
	var known []string
	for _, file := range files {
		is := strings.TrimSuffix(path.Base(file), ".json")
		if strings.EqualFold(is, name) {
			m, err := t.manifest(file)
			if err != nil {
				return nil, fmt.Errorf("tla/%s: %w", file, err)
			}
			return m, nil
		}
		known = append(known, is)
	}
	slices.Sort(known)
	return nil, fmt.Errorf("unknown module %q; known are %s", name, strings.Join(known, ", "))
}

// Sources returns all modules and the written configurations, by file name.
func (t *Tree) Sources() (map[string][]byte, error) {
	files := map[string][]byte{}
	add := func(name string, text []byte) error {
		if _, twice := files[name]; twice {
			return fmt.Errorf("tla: two files are named %s", name)
		}
		files[name] = text
		return nil
	}
	names, err := fs.Glob(t.files, "*/*.tla")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := t.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := add(path.Base(name), text); err != nil {
			return nil, err
		}
	}
	all, err := t.Manifests()
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		for _, r := range m.Rows {
			c, err := m.Config(r)
			if err != nil {
				return nil, err
			}
			if err := add(r.Config+".cfg", c.Encode()); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// Digest returns the SHA-256 of the names and texts of all modules and manifests.
func (t *Tree) Digest() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(t.files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".tla" && path.Ext(name) != ".json" {
			return err
		}
		text, err := t.ReadFile(name)
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// Modules returns the files of a module and of all modules that it uses, except TLA+'s own
// modules.
func (t *Tree) Modules(module string) []string {
	t.listed.Do(func() {
		files, _ := fs.Glob(t.files, "*/*.tla") // the pattern is well-formed
		t.modules = map[string]string{}
		for _, file := range files {
			t.modules[strings.TrimSuffix(path.Base(file), ".tla")] = file
		}
	})
	var all []string
	var visit func(module string)
	visit = func(module string) {
		file := t.modules[module]
		if file == "" || slices.Contains(all, file) {
			return
		}
		all = append(all, file)
		text, _ := t.ReadFile(file)
		for _, name := range used(string(text)) {
			visit(name)
		}
	}
	visit(module)
	return all
}

var namesUsed = regexp.MustCompile(`^[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)`)

// used returns the modules that a module names after EXTENDS or INSTANCE. Modules are long and are read often. So it finds these
// words without a regular expression, which would be slower.
func used(text string) (all []string) {
	for {
		at := len(text)
		for _, word := range []string{"EXTENDS", "INSTANCE"} {
			if i := strings.Index(text, word); i >= 0 {
				at = min(at, i+len(word))
			}
		}
		if at == len(text) {
			return all
		}
		text = text[at:]
		if names := namesUsed.FindStringSubmatch(text); names != nil {
			for name := range strings.SplitSeq(names[1], ",") {
				all = append(all, strings.TrimSpace(name))
			}
		}
	}
}
