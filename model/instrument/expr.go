package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// operand is the text of an expression that may denote a place in memory.
type operand struct {
	text    string
	address string // the text of its address, "" if it has none
	shared  bool   // other threads may access the place
	typ     types.Type
	way     string // the embedded fields on the way to it, as .A.B
}

func located(text string, shared bool, t types.Type) operand {
	return operand{text: text, address: "&" + text, shared: shared, typ: t}
}

// node returns the text of n. Expressions in it are read.
func (f *file) node(n ast.Node) string {
	switch n := n.(type) {
	case ast.Expr:
		return f.value(n)
	case ast.Stmt:
		return f.stmt(n)
	case *ast.ValueSpec:
		return f.splice(n, func(c ast.Node) string {
			for _, v := range n.Values {
				if c == v {
					return f.value(v)
				}
			}
			return f.plain(c)
		})
	case *ast.TypeSpec, *ast.FieldList:
		return f.plain(n)
	}
	return f.splice(n, f.node)
}

// plain returns the text of n, a type or code that is never evaluated. Only the names that shims
// have are changed.
func (f *file) plain(n ast.Node) string {
	if s, is := n.(*ast.SelectorExpr); is {
		if text, is := f.qualified(s); is {
			return text
		}
	}
	return f.splice(n, f.plain)
}

// value returns the text of an expression that is read.
func (f *file) value(e ast.Expr) string {
	if name := f.hoisted[e]; name != "" {
		return name
	}
	tv, known := f.pkg.TypesInfo.Types[e]
	if known && (tv.IsType() || tv.Value != nil) {
		return f.plain(e)
	}
	if text, is := f.guarded(e); is {
		return text
	}
	if text, is := f.visited(e); is {
		return text
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.IndexExpr, *ast.StarExpr:
		return f.read(e, f.operand(e))
	case *ast.SelectorExpr:
		return f.reference(e, f.read(e, f.operand(e)))
	case *ast.ParenExpr:
		if tv.Addressable() {
			return f.read(e, f.operand(e))
		}
	case *ast.CallExpr:
		return f.call(e)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return f.receive(e)
		}
		if e.Op == token.AND {
			return f.between(e.Pos(), e.X.Pos()) + f.operand(e.X).text
		}
	case *ast.SliceExpr:
		return f.splice(e, func(c ast.Node) string {
			if _, array := core(f.typeOf(e.X)).(*types.Array); array && c == e.X {
				return f.operand(e.X).text
			}
			return f.node(c)
		})
	case *ast.CompositeLit:
		return f.compositeLit(e)
	case *ast.FuncLit:
		unreported := f.unreported
		f.unreported = false
		defer func() { f.unreported = unreported }()
		return f.splice(e, func(c ast.Node) string {
			if c == e.Type {
				return f.plain(c)
			}
			return f.body(e.Type, e.Body)
		})
	}
	return f.splice(e, f.node)
}

func (f *file) typeOf(e ast.Expr) types.Type { return f.pkg.TypesInfo.TypeOf(e) }

// read returns the text of e, with a report of the read.
func (f *file) read(e ast.Expr, o operand) string {
	if o.address == "" || !o.shared || f.unreported {
		return o.text
	}
	f.copying(o.typ)
	return "(*" + f.access("R") + "(" + f.siteAt(placeOf(e), f.sourceOf(e)+o.way) + ", " + o.address + "))"
}

// operand returns the text of e as a place in memory, if it is one. It reports the accesses on the
// way to the place, but not that of the place itself.
func (f *file) operand(e ast.Expr) operand {
	t := f.typeOf(e)
	if name := f.hoisted[e]; name != "" {
		return operand{text: name, typ: t}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		o := f.operand(e.X)
		o.text = f.between(e.Pos(), e.X.Pos()) + o.text + f.between(e.X.End(), e.End())
		if o.address != "" {
			o.address = "&" + o.text
		}
		return o
	case *ast.Ident:
		if v, is := f.pkg.TypesInfo.Uses[e].(*types.Var); is {
			return located(e.Name, f.isShared(v), t)
		}
		if text := f.randomly(f.pkg.TypesInfo.Uses[e]); text != "" {
			return operand{text: text, typ: t}
		}
		return operand{text: e.Name, typ: t}
	case *ast.StarExpr:
		if f.pkg.TypesInfo.Types[e].IsType() {
			break
		}
		p := f.value(e.X)
		o := located(f.between(e.Pos(), e.X.Pos())+p, true, t)
		o.address = p
		return o
	case *ast.IndexExpr:
		return f.element(e)
	case *ast.SelectorExpr:
		if text, is := f.qualified(e); is {
			if v, is := f.pkg.TypesInfo.Uses[e.Sel].(*types.Var); is {
				return located(text, f.isShared(v), t)
			}
			return operand{text: text, typ: t}
		}
		return f.selection(e)
	case *ast.CompositeLit:
		return operand{text: f.value(e), typ: t}
	}
	return operand{text: f.value(e), typ: t}
}

func (f *file) isShared(v *types.Var) bool {
	return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() || f.shared[v]
}

// element returns x[i].
func (f *file) element(e *ast.IndexExpr) operand {
	t := f.typeOf(e)
	if f.pkg.TypesInfo.Types[e.Index].IsType() { // an instance of a generic function
		return operand{text: f.splice(e, f.plain), typ: t}
	}
	rest := func() string {
		return f.between(e.X.End(), e.Index.Pos()) + f.value(e.Index) + f.between(e.Index.End(), e.End())
	}
	switch core(f.typeOf(e.X)).(type) {
	case *types.Map:
		if f.unreported {
			return operand{text: f.value(e.X) + rest(), typ: t}
		}
		id := f.site(e)
		if f.calls(e.Index) {
			name := "Elem"
			if _, withOK := t.(*types.Tuple); withOK {
				name = "Lookup"
			}
			return operand{text: f.called(name, id, e), typ: t}
		}
		return operand{text: f.access("MapR") + "(" + id + ", " + f.value(e.X) + ")" + rest(), typ: t}
	case *types.Slice:
		return located(f.value(e.X)+rest(), true, t)
	case *types.Pointer: // to an array
		return located(f.value(e.X)+rest(), true, t)
	case *types.Array:
		o := f.operand(e.X)
		text := o.text + rest()
		if o.address == "" {
			return operand{text: text, typ: t}
		}
		return located(text, o.shared, t)
	default:
		return operand{text: f.value(e.X) + rest(), typ: t}
	}
}

func (f *file) compositeLit(e *ast.CompositeLit) string {
	t := core(f.typeOf(e))
	if p, is := t.(*types.Pointer); is {
		t = core(p.Elem())
	}
	_, isStruct := t.(*types.Struct)
	return f.splice(e, func(c ast.Node) string {
		if c == e.Type {
			return f.plain(c)
		}
		kv, is := c.(*ast.KeyValueExpr)
		if is && isStruct {
			return f.between(kv.Pos(), kv.Value.Pos()) + f.value(kv.Value)
		}
		if is && !f.unreported {
			if _, elided := kv.Key.(*ast.CompositeLit); !elided {
				return f.keyText(kv.Key, t) + f.between(kv.Key.End(), kv.Value.Pos()) + f.value(kv.Value)
			}
		}
		return f.node(c)
	})
}

// called returns m[k] as a call, so that k is evaluated before the access to m.
func (f *file) called(name, id string, e *ast.IndexExpr) string {
	return f.access(name) + "(" + id + ", " + f.value(e.X) + ")" +
		f.instead(e.X.End(), e.Lbrack, 1, "(", e.Index.Pos()) + f.value(e.Index) +
		f.instead(e.Index.End(), e.Rbrack, 1, ")", e.End())
}
