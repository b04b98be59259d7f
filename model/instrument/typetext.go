package instrument

import (
	"go/token"
	"go/types"
)

// typeText returns the text of a type at a position, if it has one there.
func (f *file) typeText(t types.Type, pos token.Pos) (string, bool) {
	good := f.visible(t, pos)
	text := types.TypeString(t, func(p *types.Package) string {
		if p.Path() == f.pkg.PkgPath {
			return ""
		}
		name, known := f.importName(p)
		good = good && known
		return name
	})
	return text, good
}

// importName returns the name of a package in the file. It returns false for packages with shims,
// since the shim may have another type.
func (f *file) importName(p *types.Package) (string, bool) {
	if f.shims[p.Path()] != nil {
		return "", false
	}
	for _, s := range f.syntax.Imports {
		if name := f.pkg.TypesInfo.PkgNameOf(s); name != nil && name.Imported().Path() == p.Path() {
			return name.Name(), name.Name() != "_" && name.Name() != "."
		}
	}
	return "", false
}

// visible reports whether the name of a type means the type at a position. Something else may have the
// name there.
func (f *file) visible(t types.Type, pos token.Pos) bool {
	name := ""
	var of types.Object
	switch t := t.(type) {
	case *types.Basic:
		name = t.Name()
		of = types.Universe.Lookup(name)
	case *types.Named:
		name, of = t.Obj().Name(), t.Obj()
	case *types.TypeParam:
		name, of = t.Obj().Name(), t.Obj()
	}
	if of == nil || of.Pkg() != nil && of.Pkg() != f.pkg.Types {
		return true
	}
	scope := f.pkg.Types.Scope().Innermost(pos)
	if scope == nil {
		return true
	}
	_, found := scope.LookupParent(name, pos)
	return found == of
}
