package check

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// only returns the source without those declarations in test files that the given tests do not need. Blanks take
// their places, so the rest keeps its lines and columns. The rest often imports less, and compiles in a fraction of
// the time. dir is the directory of the package.
//
// It goes by names, so it may keep too much. If it kept too little, the build would fail.
func only(s Source, dir string, tests ...string) (Source, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return s, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return s, err
	}
	var files []*trimmed
	for _, name := range names {
		f, err := newTrimmed(name)
		if err != nil {
			return s, err
		}
		files = append(files, f)
	}
	n := needs{files: files, seen: map[string]bool{}}
	for _, f := range files {
		for _, name := range append(slices.Clone(tests), "TestMain") {
			n.need(f.syntax.Name.Name, name)
		}
	}
	for _, f := range files {
		if len(f.keep) > 0 {
			n.need(f.syntax.Name.Name, "init")
		}
	}
	s.Text = map[string][]byte{}
	for _, f := range files {
		s.Text[f.name] = f.rest()
	}
	return s, nil
}

// trimmed is a file of which some declarations are kept.
type trimmed struct {
	name   string
	text   []byte
	set    *token.FileSet
	syntax *ast.File
	keep   map[ast.Decl]bool
}

func newTrimmed(name string) (*trimmed, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := &trimmed{name: name, text: text, set: token.NewFileSet(), keep: map[ast.Decl]bool{}}
	f.syntax, err = parser.ParseFile(f.set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return f, err
}

// needs finds what is needed.
type needs struct {
	files []*trimmed
	seen  map[string]bool // package and name
}

// need keeps all declarations of a name in a package, and what they mention.
func (n *needs) need(pkg, name string) {
	if n.seen[pkg+"."+name] {
		return
	}
	n.seen[pkg+"."+name] = true
	for _, f := range n.files {
		if f.syntax.Name.Name != pkg {
			continue
		}
		for _, d := range f.syntax.Decls {
			if f.keep[d] || !slices.Contains(keptWith(d), name) {
				continue
			}
			f.keep[d] = true
			for mentioned := range mentionedBy(d) {
				n.need(pkg, mentioned)
			}
		}
	}
}

// keptWith returns the names with which a declaration is kept. A method is kept with its type.
func keptWith(d ast.Decl) []string {
	if f, is := d.(*ast.FuncDecl); is && f.Recv != nil {
		return receiver(f)
	}
	names, _ := declared(d)
	return names
}

// mentionedBy returns the names in a part of a file, but not those behind a dot.
func mentionedBy(part ast.Node) map[string]bool {
	names := map[string]bool{}
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			names[n.Name] = true
		}
		return true
	}
	ast.Inspect(part, visit)
	return names
}

// rest returns the text of the file with blanks for what is not kept.
func (f *trimmed) rest() []byte {
	text := bytes.Clone(f.text)
	used := map[string]bool{}
	for d := range f.keep {
		for name := range mentionedBy(d) {
			used[name] = true
		}
	}
	for _, d := range f.syntax.Decls {
		if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT {
			f.trimImports(text, g, used)
		} else if !f.keep[d] {
			f.blank(text, withDoc(d), d.End())
		}
	}
	return text
}

// trimImports blanks the imports that no kept declaration uses.
func (f *trimmed) trimImports(text []byte, g *ast.GenDecl, used map[string]bool) {
	all := true
	for _, s := range g.Specs {
		i := s.(*ast.ImportSpec)
		if name := importName(i); used[name] || len(f.keep) > 0 && (name == "_" || name == ".") {
			all = false
		} else {
			f.blank(text, s.Pos(), s.End())
		}
	}
	if all {
		f.blank(text, g.Pos(), g.End())
	}
}

// importName returns the name of an imported package in a file, as far as the path says it.
func importName(i *ast.ImportSpec) string {
	if i.Name != nil {
		return i.Name.Name
	}
	path, _ := strconv.Unquote(i.Path.Value)
	all := strings.Split(path, "/")
	last := all[len(all)-1]
	if n, is := strings.CutPrefix(last, "v"); is && len(all) > 1 && strings.Trim(n, "0123456789") == "" {
		last = all[len(all)-2] // the version of a module
	}
	return last
}

// withDoc returns where a declaration begins, or the comment before it. The comment may be a directive
// for the compiler.
func withDoc(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return d.Pos()
}

// blank replaces a part of the text by blanks.
func (f *trimmed) blank(text []byte, from, to token.Pos) {
	file := f.set.File(from)
	part := text[file.Offset(from):file.Offset(to)]
	for i, c := range part {
		if c != '\n' && c != '\r' && c != '\t' {
			part[i] = ' '
		}
	}
}
