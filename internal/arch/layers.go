// Package arch checks the rules of this repository that a compiler does not know. Among them: which package may
// import which (layers.txt), a label on each shared access, the exported API, and links in the documents.
//
// The checks read all files in this process and execute nothing. Therefore go test's cache notices each change.
package arch

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed layers.txt
var layersText string

// Layers says which package may import which.
type Layers struct {
	below  map[string]map[string]bool // for each package, all packages that it may import
	stands map[string][]int           // for each package, the lines that allow it an import
	last   int                        // number of the last line
}

// ParseLayers reads the format that layers.txt explains.
func ParseLayers(text string) (*Layers, error) {
	l := &Layers{below: map[string]map[string]bool{}, stands: map[string][]int{}}
	type rule struct {
		line        int
		left, right []string
	}
	var rules []rule
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		l.last = i + 1
		groups := strings.Split(line, "<")
		var left []string
		for j, group := range groups {
			names, err := splitNames(group)
			if err != nil {
				return nil, fmt.Errorf("layers.txt:%d: %w", i+1, err)
			}
			if j > 0 || len(groups) == 1 {
				for _, n := range names {
					if foreign(n) || strings.Contains(n, "...") {
						return nil, fmt.Errorf("layers.txt:%d: %s cannot stand on the right of <; want packages of this module", i+1, n)
					}
					l.stands[n] = append(l.stands[n], i+1)
				}
				rules = append(rules, rule{i + 1, left, names})
			}
			left = names
		}
	}
	direct := map[string]map[string]bool{}
	for _, r := range rules {
		for _, to := range r.right {
			if direct[to] == nil {
				direct[to] = map[string]bool{}
			}
			for _, from := range r.left {
				expanded := l.expand(from, to)
				if len(expanded) == 0 {
					return nil, fmt.Errorf("layers.txt:%d: %s is used before it is declared; put it on the right of a <, or on a line of its own", r.line, from)
				}
				for _, n := range expanded {
					direct[to][n] = true
				}
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(direct)) {
		reached := map[string]bool{}
		reach(direct, p, reached)
		if reached[p] {
			return nil, fmt.Errorf("layers.txt:%d: %s may import itself through other packages; remove one of these imports", l.stands[p][0], p)
		}
		l.below[p] = reached
	}
	return l, nil
}

func splitNames(group string) ([]string, error) {
	var names []string
	for n := range strings.SplitSeq(group, ",") {
		n = strings.TrimSpace(n)
		if n == "" || strings.ContainsAny(n, " \t") {
			return nil, fmt.Errorf("%q is not a list of packages; want: a, b < c", strings.TrimSpace(group))
		}
		names = append(names, n)
	}
	return names, nil
}

// foreign reports whether a name of layers.txt is a package of another module.
func foreign(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return name == "testing" || strings.Contains(strings.ReplaceAll(first, "...", ""), ".")
}

// expand returns the packages that the name stands for, on the left of to.
func (l *Layers) expand(name, to string) []string {
	prefix, wild := strings.CutSuffix(name, "...")
	if foreign(name) {
		return []string{name}
	}
	var names []string
	for p := range l.stands {
		if p != to && (p == name || wild && (strings.HasPrefix(p, prefix) || p == strings.TrimSuffix(prefix, "/"))) {
			names = append(names, p)
		}
	}
	return names
}

func reach(direct map[string]map[string]bool, p string, reached map[string]bool) {
	for q := range direct[p] {
		if !reached[q] {
			reached[q] = true
			reach(direct, q, reached)
		}
	}
}

// File is a source file, with the facts that the layers need.
type File struct {
	Path    string // relative to the root of the module
	Imports []Import
}

// Import is one import of a file.
type Import struct {
	Line int
	Path string
}

// Check returns a message for each import that is not allowed, and for each package that layers.txt does not
// know.
func (l *Layers) Check(module string, files []File) []string {
	var faults []string
	unknown := map[string]bool{}
	for _, f := range files {
		pkg := path.Dir(f.Path)
		allowed, known := l.below[pkg]
		if !known {
			if !unknown[pkg] {
				unknown[pkg] = true
				faults = append(faults, fmt.Sprintf(
					"%s:1: layers.txt does not know package %s; after line %d, add the packages that it may import, such as: model < %s",
					f.Path, pkg, l.last, pkg))
			}
			continue
		}
		for _, imp := range f.Imports {
			name := strings.TrimPrefix(imp.Path, module+"/")
			if name == imp.Path && std(name) {
				if name != "testing" && !strings.HasPrefix(name, "testing/") {
					continue
				}
				name = "testing"
			}
			if permits(allowed, name) {
				continue
			}
			may := "std"
			if n := len(allowed); n > 8 {
				may += fmt.Sprintf(" and %d others", n)
			} else if n > 0 {
				may += ", " + strings.Join(slices.Sorted(maps.Keys(allowed)), ", ")
			}
			faults = append(faults, fmt.Sprintf(
				"%s:%d: %s must not import %s; it may import: %s. To allow the import, change layers.txt, line %s: %s < %s",
				f.Path, imp.Line, pkg, imp.Path, may, lines(l.stands[pkg]), name, pkg))
		}
	}
	return faults
}

// Gone returns a message for each package that layers.txt lists and that is not there.
func (l *Layers) Gone(root fs.FS) []string {
	var faults []string
	for _, p := range slices.Sorted(maps.Keys(l.stands)) {
		if found, _ := fs.Glob(root, p+"/*.go"); len(found) == 0 {
			faults = append(faults, fmt.Sprintf("layers.txt:%d: there is no package %s; remove it", l.stands[p][0], p))
		}
	}
	return faults
}

// permits reports whether a package may import name if it may import the packages of allowed.
func permits(allowed map[string]bool, name string) bool {
	if allowed[name] {
		return true
	}
	for a := range allowed {
		if foreign(a) && strings.HasPrefix(name, a+"/") {
			return true
		}
	}
	return false
}

func std(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return importPath != "C" && !strings.Contains(first, ".")
}

func lines(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, " or ")
}

// lab is the maintainers' module inside this one. The layers cover its packages too.
const lab = "internal/lab"

// readFiles returns the imports of all non-test files, of the module at root and of the maintainers' module.
func readFiles(root fs.FS) ([]File, error) {
	var files []File
	fset := token.NewFileSet()
	err := walkCode(root, func(p string, src []byte) error {
		parsed, err := parser.ParseFile(fset, p, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files = append(files, File{p, importsOf(fset, parsed)})
		return nil
	})
	return files, err
}

// walkCode calls f with each non-test Go file, of the module at root and of the maintainers' module.
func walkCode(root fs.FS, f func(p string, src []byte) error) error {
	return fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if p != "." && (skipped(d.Name()) || p != lab && exists(root, path.Join(p, "go.mod"))) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(root, p)
		if err != nil {
			return err
		}
		return f(p, src)
	})
}

// skipped reports whether the go command ignores directories with this name.
func skipped(dir string) bool {
	return dir == "testdata" || dir == "vendor" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_")
}

func exists(root fs.FS, p string) bool {
	_, err := fs.Stat(root, p)
	return err == nil
}

func importsOf(fset *token.FileSet, f *ast.File) []Import {
	var imports []Import
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			p = spec.Path.Value // the parser accepted it, so use it unquoted if it cannot be unquoted
		}
		imports = append(imports, Import{fset.Position(spec.Pos()).Line, p})
	}
	return imports
}
