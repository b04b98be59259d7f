package instrument

import (
	"go/ast"
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

// isUntyped reports whether an expression takes its type from its place.
func (f *file) isUntyped(e ast.Expr) bool {
	tv := f.pkg.TypesInfo.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return true
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return f.isGeneric(x)
	}
	return false
}

// typed returns the text of an expression with the type that its place gives it: comparisons and
// shifts may have none of their own.
func (f *file) typed(e ast.Expr) string {
	text := f.node(e)
	switch x := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
	case *ast.UnaryExpr:
		if x.Op == token.AND || x.Op == token.ARROW {
			return text
		}
	default:
		return text
	}
	t := types.Unalias(f.typeOf(e))
	if b, is := t.(*types.Basic); is && (b.Info()&types.IsUntyped != 0 || b.Kind() == types.Bool || b.Kind() == types.Int || b.Kind() == types.String) {
		return text
	}
	if name, good := f.typeText(t, e.Pos()); good {
		return name + "(" + text + ")"
	}
	if f.hidesType(e) {
		f.refuseAt(e.Pos(), "a comparison or a shift whose type has no name here; assign it to a variable first")
	}
	return text
}

// hidesType reports whether an expression has its type only from its place, and the type has no name
// there.
func (f *file) hidesType(e ast.Expr) bool {
	if !f.fromPlace(e) {
		return false
	}
	_, good := f.typeText(types.Unalias(f.typeOf(e)), e.Pos())
	return !good
}

// fromPlace reports whether an expression is a comparison, or the shift of a constant, or made of those.
func (f *file) fromPlace(e ast.Expr) bool {
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return x.Op != token.AND && x.Op != token.ARROW && f.fromPlace(x.X)
	case *ast.BinaryExpr:
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		case token.SHL, token.SHR:
			return f.pkg.TypesInfo.Types[x].Value == nil && f.pkg.TypesInfo.Types[x.X].Value != nil || f.fromPlace(x.X)
		}
		return f.fromPlace(x.X) || f.fromPlace(x.Y)
	}
	return false
}
