package arch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// outside is the sentence in the comment of a public package that is not part of the promised API.
const outside = "It may change in any release."

// API returns every exported name of the public packages of a module, with its signature. The public packages
// that promise nothing come last.
func API(module string, root fs.FS) (string, error) {
	packages, err := publicPackages(root)
	if err != nil {
		return "", err
	}
	var b, rest strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		fset := token.NewFileSet()
		p, err := documented(fset, root, packages[dir], module+"/"+dir)
		if err != nil {
			return "", err
		}
		switch {
		case p.Name == "main":
		case strings.Contains(strings.ReplaceAll(p.Doc, "\n", " "), outside):
			fmt.Fprintln(&rest, dir)
		default:
			writeAPI(&b, fset, dir, p)
		}
	}
	return b.String() + "# Outside the promised API\n\n" + rest.String(), nil
}

// publicPackages returns the files of each package that other modules can import, by directory.
func publicPackages(root fs.FS) (map[string][]string, error) {
	files, err := readFiles(root)
	packages := map[string][]string{}
	for _, f := range files {
		if dir := path.Dir(f.Path); !slices.Contains(strings.Split(dir, "/"), "internal") {
			packages[dir] = append(packages[dir], f.Path)
		}
	}
	return packages, err
}

// documented returns a package as go doc shows it.
func documented(fset *token.FileSet, root fs.FS, paths []string, importPath string) (*doc.Package, error) {
	var files []*ast.File
	for _, p := range paths {
		src, err := fs.ReadFile(root, p)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(fset, p, src, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return doc.NewFromFiles(fset, files, importPath)
}

// writeAPI writes the exported names of a package.
func writeAPI(b *strings.Builder, fset *token.FileSet, dir string, p *doc.Package) {
	var decls []ast.Decl
	values := func(all []*doc.Value) {
		for _, v := range all {
			decls = append(decls, v.Decl)
		}
	}
	functions := func(all []*doc.Func) {
		for _, f := range all {
			decls = append(decls, f.Decl)
		}
	}
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs)
	for _, t := range p.Types {
		decls = append(decls, t.Decl)
		values(t.Consts)
		values(t.Vars)
		functions(t.Funcs)
		functions(t.Methods)
	}
	if len(decls) == 0 {
		return
	}
	fmt.Fprintf(b, "# %s\n\n", dir)
	for _, d := range decls {
		fmt.Fprintln(b, signature(fset, d))
	}
	fmt.Fprintln(b)
}

// signature returns a declaration without comments and bodies.
func signature(fset *token.FileSet, d ast.Decl) string {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.GenDecl:
			n.Doc = nil
		case *ast.FuncDecl:
			n.Doc, n.Body = nil, nil
		}
		return true
	})
	var text bytes.Buffer
	layout := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	_ = layout.Fprint(&text, fset, d) // a builder returns no errors
	var lines []string
	for line := range strings.SplitSeq(text.String(), "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, " \t"))
		}
	}
	return strings.Join(lines, "\n")
}
