package mutation

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// compilable returns the mutants that compile.
func compilable(root string, pkg *packages.Package, mutants []Mutant) ([]Mutant, error) {
	p, err := Switched(root, mutants)
	if err != nil {
		return nil, err
	}
	names := slices.Clone(pkg.CompiledGoFiles)
	for name := range p.Text {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	fset := token.NewFileSet()
	var files []*ast.File
	broken := map[string]bool{} // suffixes
	wrong := func(file *ast.File, at token.Pos) bool {
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if is && f.Pos() <= at && at <= f.End() {
				_, mutant, found := strings.Cut(f.Name.Name, mutantSuffix)
				broken[mutantSuffix+mutant] = true
				return found
			}
		}
		return false
	}
	for _, name := range names {
		source, given := p.Text[name]
		if !given {
			if source, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		f, err := parser.ParseFile(fset, name, source, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("an operator has made a mutant that is not valid Go: %w", err)
		}
		files = append(files, f)
	}
	var unexpected error
	config := types.Config{Importer: loaded(pkg), Error: func(err error) {
		var e types.Error
		for _, f := range files {
			if errors.As(err, &e) && f.FileStart <= e.Pos && e.Pos <= f.FileEnd && wrong(f, e.Pos) {
				return
			}
		}
		unexpected = errors.Join(unexpected, err)
	}}
	_, _ = config.Check(pkg.PkgPath, fset, files, nil)
	if unexpected != nil {
		return nil, unexpected
	}
	var good []Mutant
	for _, m := range mutants {
		if !broken[m.suffix()] {
			good = append(good, m)
		}
	}
	return good, nil
}

// loaded returns an importer of the packages that pkg was loaded with.
func loaded(pkg *packages.Package) types.Importer {
	return importer(func(path string) (*types.Package, error) {
		if p := pkg.Imports[path]; p != nil {
			return p.Types, nil
		}
		if path == "os" || path == "strconv" {
			return standard(path)
		}
		return nil, fmt.Errorf("%s was not loaded", path)
	})
}

// standard returns a package of the standard library that only the switch imports.
func standard(path string) (*types.Package, error) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes}, path)
	if err != nil {
		return nil, err
	}
	return pkgs[0].Types, nil
}

type importer func(string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
