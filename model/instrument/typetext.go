package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"
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

// typeArgument is typeText for a type argument. It may be a type of a shim, since the function takes any.
func (f *file) typeArgument(t types.Type, pos token.Pos) (string, bool) {
	good := f.visible(t, pos)
	var paths []string
	text := types.TypeString(t, func(p *types.Package) string {
		if f.shims[p.Path()] != nil {
			paths = append(paths, p.Path())
			return replacedName + strconv.Itoa(len(paths)-1)
		}
		if p.Path() == f.pkg.PkgPath {
			return ""
		}
		name, known := f.importName(p)
		good = good && known
		return name
	})
	text = replacedNames.ReplaceAllStringFunc(text, func(of string) string {
		number, name, _ := strings.Cut(strings.TrimPrefix(of, replacedName), ".")
		i, _ := strconv.Atoi(number)
		s := f.provided(paths[i], name)
		if s == nil {
			good = false
			return of
		}
		f.added[s.alias] = s.path
		return s.alias + "." + name
	})
	return text, good
}

// replacedName begins the names that typeArgument gives to packages with shims.
const replacedName = "_sp_replaced"

var replacedNames = regexp.MustCompile(replacedName + `\d+\.\w+`)

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

// visible reports whether the names in a type mean the same at a position. Something else may have one
// of the names there, and another package may not export one.
func (f *file) visible(t types.Type, pos token.Pos) bool {
	var all func(types.Type) bool
	of := func(tuple *types.Tuple) bool {
		for v := range tuple.Variables() {
			if !all(v.Type()) {
				return false
			}
		}
		return true
	}
	all = func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Basic:
			return f.means(t.Name(), types.Universe.Lookup(t.Name()), pos)
		case *types.TypeParam:
			return f.means(t.Obj().Name(), t.Obj(), pos)
		case *types.Alias:
			return f.means(t.Obj().Name(), t.Obj(), pos) && allOf(t.TypeArgs(), all)
		case *types.Named:
			return f.means(t.Obj().Name(), t.Obj(), pos) && allOf(t.TypeArgs(), all)
		case *types.Pointer:
			return all(t.Elem())
		case *types.Slice:
			return all(t.Elem())
		case *types.Array:
			return all(t.Elem())
		case *types.Chan:
			return all(t.Elem())
		case *types.Map:
			return all(t.Key()) && all(t.Elem())
		case *types.Signature:
			return of(t.Params()) && of(t.Results())
		case *types.Struct:
			for v := range t.Fields() {
				if !all(v.Type()) {
					return false
				}
			}
		}
		return true
	}
	return all(t)
}

func allOf(list *types.TypeList, is func(types.Type) bool) bool {
	for t := range list.Types() {
		if !is(t) {
			return false
		}
	}
	return true
}

// means reports whether a name means an object at a position.
func (f *file) means(name string, of types.Object, pos token.Pos) bool {
	if of == nil {
		return true
	}
	if of.Pkg() != nil && of.Pkg() != f.pkg.Types {
		return of.Exported() || of.Pkg().Path() == f.pkg.PkgPath
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
