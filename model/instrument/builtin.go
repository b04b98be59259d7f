package instrument

import (
	"go/ast"
	"go/types"
)

// builtin returns the text of a call of a builtin function. If the function accesses elements, a
// function of package access replaces it.
func (f *file) builtin(c *ast.CallExpr) string {
	same := func() string { return f.plain(c.Fun) + f.arguments(c, nil) }
	name := ""
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr: // of unsafe
		switch fun.Sel.Name {
		case "Sizeof", "Alignof", "Offsetof":
			return f.plain(c)
		}
		return same()
	}
	if len(c.Args) > 0 && f.isChannel(c.Args[0]) {
		if text := f.onChannel(name, c); text != "" {
			return text
		}
	}
	if f.unreported || len(c.Args) == 0 {
		return same()
	}
	if _, several := f.typeOf(c.Args[0]).(*types.Tuple); several { // copy(f())
		return same()
	}
	t := core(f.typeOf(c.Args[0]))
	_, isMap := t.(*types.Map)
	_, isSlice := t.(*types.Slice)
	switch name {
	case "len", "cap":
		if text := f.length(c, t); text != "" {
			return text
		}
	case "append":
		f.copying(elementOf(t))
		if len(c.Args) > 1 && isSlice {
			return f.appended(c)
		}
	case "copy":
		f.copying(elementOf(t))
		if isText(f.typeOf(c.Args[1])) {
			return f.access("CopyText") + f.numbered(c)
		}
		return f.access("Copy") + f.numbered(c)
	case "clear":
		if isMap {
			return f.access("ClearMap") + f.numbered(c)
		}
		if isSlice {
			f.copying(elementOf(t))
			return f.access("Clear") + f.numbered(c)
		}
	case "delete":
		return f.access("Delete") + f.first(c)
	}
	return same()
}

// length returns the text of len or cap of a map, or of an array, whose length is known without an
// access. It returns "" for others.
func (f *file) length(c *ast.CallExpr, t types.Type) string {
	if _, is := t.(*types.Map); is {
		return f.plain(c.Fun) + f.arguments(c, func(_ int, text string) string {
			return f.access("MapR") + "(" + f.site(c.Args[0]) + ", " + text + ")"
		})
	}
	if f.calls(c.Args[0]) {
		return ""
	}
	if _, array := t.(*types.Array); array || pointee(f.typeOf(c.Args[0])) != nil {
		return f.plain(c)
	}
	return ""
}

// appended returns the text of a call of append with at least one element.
func (f *file) appended(c *ast.CallExpr) string {
	switch {
	case !c.Ellipsis.IsValid():
		return f.access("Append") + f.first(c)
	case isText(f.typeOf(c.Args[1])):
		return f.access("AppendText") + f.together(c)
	}
	return f.access("AppendAll") + f.spread(c)
}

// isText reports whether a type is that of strings, or a type parameter for strings and slices
// of bytes, of what append and copy take.
func isText(t types.Type) bool {
	if c := core(t); c != nil {
		b, is := c.(*types.Basic)
		return is && b.Info()&types.IsString != 0
	}
	return true
}

// numbered returns (id, a, b) for (a, b).
func (f *file) numbered(c *ast.CallExpr) string {
	id := f.site(c.Args[0])
	return f.instead(c.Fun.End(), c.Lparen, 1, "("+id+", ", c.Args[0].Pos()) +
		list(f, c.Args[0].Pos(), c.End(), c.Args, func(_ int, a ast.Expr) string { return f.node(a) })
}

// first returns (id, a)(b, c) for (a, b, c). Types are inferred from a alone, so that b and c need
// only be assignable to them.
func (f *file) first(c *ast.CallExpr) string {
	a, b := c.Args[0], c.Args[1]
	id := f.site(a)
	comma := f.comma(a, b)
	return f.instead(c.Fun.End(), c.Lparen, 1, "("+id+", ", a.Pos()) + f.value(a) +
		f.instead(a.End(), comma, 1, ")(", b.Pos()) +
		list(f, b.Pos(), c.End(), c.Args[1:], func(_ int, a ast.Expr) string { return f.node(a) })
}

// spread returns (id, a)(b) for (a, b...).
func (f *file) spread(c *ast.CallExpr) string {
	a, b := c.Args[0], c.Args[1]
	id := f.site(a)
	return f.instead(c.Fun.End(), c.Lparen, 1, "("+id+", ", a.Pos()) + f.value(a) +
		f.instead(a.End(), f.comma(a, b), 1, ")(", b.Pos()) + f.value(b) +
		f.instead(b.End(), c.Ellipsis, 3, "", c.End())
}

// together returns (id, a, b) for (a, b...).
func (f *file) together(c *ast.CallExpr) string {
	a, b := c.Args[0], c.Args[1]
	id := f.site(a)
	return f.instead(c.Fun.End(), c.Lparen, 1, "("+id+", ", a.Pos()) + f.value(a) +
		f.instead(a.End(), f.comma(a, b), 1, ", ", b.Pos()) + f.value(b) +
		f.instead(b.End(), c.Ellipsis, 3, "", c.End())
}
