package instrument

import (
	"go/ast"
	"go/types"
)

// selection returns x.f: a field, a method value or a method expression.
func (f *file) selection(e *ast.SelectorExpr) operand {
	s := f.pkg.TypesInfo.Selections[e]
	if s == nil {
		return operand{text: f.splice(e, f.plain), typ: f.typeOf(e)}
	}
	if s.Kind() == types.MethodExpr {
		return operand{text: f.methodExpression(e, s, f.splice(e, f.plain)), typ: f.typeOf(e)}
	}
	rest := f.between(e.X.End(), e.End())
	if s.Kind() == types.MethodVal {
		if o, is := f.testerMethod(e, s); is {
			return operand{text: o.text + rest, typ: f.typeOf(e)}
		}
		return operand{text: f.methodValue(e, s, f.method(e, s, f.receiver(e, s))), typ: f.typeOf(e)}
	}
	if name := f.pointers[e]; name != "" {
		return located(name+rest, true, f.typeOf(e))
	}
	if name := f.addresses[e]; name != "" {
		return located("(*"+name+")", true, f.typeOf(e))
	}
	index := s.Index()
	o := f.embedded(e, s, index[:len(index)-1])
	return f.field(e.X, o, rest, f.typeOf(e))
}

// field returns a field of o, which is e or embedded in it. The text rest selects the field.
func (f *file) field(e ast.Expr, o operand, rest string, t types.Type) operand {
	if pointee(o.typ) != nil {
		return located(f.read(e, o)+rest, true, t)
	}
	if o.address == "" {
		return operand{text: o.text + rest, typ: t}
	}
	return located(o.text+rest, o.shared, t)
}

// embedded returns the embedded field that has e.Sel. It turns x.f into x.A.B.f, since embedded
// pointers are read on the way. If another package does not export one of these names, the
// selector stays as it is.
func (f *file) embedded(e *ast.SelectorExpr, s *types.Selection, path []int) operand {
	o := f.operand(e.X)
	o.typ = f.typeOf(e.X)
	start, way := o, o.typ
	for _, i := range path {
		if p := pointee(way); p != nil {
			way = p
		}
		v := way.Underlying().(*types.Struct).Field(i)
		if !v.Exported() && v.Pkg() != f.pkg.Types && v.Pkg().Path() != f.pkg.PkgPath {
			start.shared = start.shared || s.Indirect()
			return start
		}
		names := o.way + "." + v.Name()
		o = f.field(e.X, o, "."+v.Name(), v.Type())
		o.way = names
		way = v.Type()
	}
	return o
}

// receiver returns the receiver of a method: a value, or for a pointer receiver a pointer or a
// place whose address is taken.
func (f *file) receiver(e *ast.SelectorExpr, s *types.Selection) operand {
	index := s.Index()
	o := f.embedded(e, s, index[:len(index)-1])
	if types.IsInterface(o.typ) {
		if _, parameter := types.Unalias(o.typ).(*types.TypeParam); parameter {
			return o
		}
		return operand{text: f.read(e.X, o), typ: o.typ}
	}
	p := pointee(o.typ)
	if _, byPointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer); byPointer {
		if p != nil {
			return operand{text: f.read(e.X, o), typ: o.typ}
		}
		return o
	}
	text := f.read(e.X, o)
	if p != nil && !f.unreported {
		f.copying(p)
		return operand{text: "(*" + f.access("R") + "(" + f.siteAt(placeOf(e.X), f.sourceOf(e.X)+o.way) + ", " + text + "))", typ: p}
	}
	return operand{text: text, typ: o.typ}
}
