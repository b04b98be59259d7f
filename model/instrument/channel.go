package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

const (
	channelPath = home + "/model/shim/channel"

	// channelAlias is the name of package channel in rewritten code.
	channelAlias = "_sp_channel"
)

// channel returns the name of a function of package channel.
func (f *file) channel(name string) string {
	f.added[channelAlias] = channelPath
	return channelAlias + "." + name
}

// isChannel reports whether an expression, or a type, is that of channels.
func (f *file) isChannel(e ast.Expr) bool {
	t := f.typeOf(e)
	return t != nil && channelOf(t) != nil
}

// channelOf returns the type of a channel, or nil if t is no channel. The types of a type parameter
// may differ in their directions.
func channelOf(t types.Type) *types.Chan {
	p, is := types.Unalias(t).(*types.TypeParam)
	if !is {
		c, _ := t.Underlying().(*types.Chan)
		return c
	}
	var found *types.Chan
	every := true
	for _, u := range typesOf(p.Constraint()) {
		c, is := u.(*types.Chan)
		switch {
		case !is:
			every = false
		case found == nil || found.Dir() == types.SendRecv:
			found = c
		}
	}
	if !every {
		return nil
	}
	return found
}

// typesOf returns the underlying types of a constraint.
func typesOf(constraint types.Type) (all []types.Type) {
	switch u := constraint.Underlying().(type) {
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			all = append(all, typesOf(e)...)
		}
	case *types.Union:
		for term := range u.Terms() {
			all = append(all, typesOf(term.Type())...)
		}
	default:
		all = append(all, u)
	}
	return all
}

// receives returns the receive that an expression is, or nil.
func receives(e ast.Expr) *ast.UnaryExpr {
	if u, is := ast.Unparen(e).(*ast.UnaryExpr); is && u.Op == token.ARROW {
		return u
	}
	return nil
}

// findSecond notes a receive that returns two values.
func (f *file) findSecond(places int, values []ast.Expr) {
	if places == 2 && len(values) == 1 {
		if u := receives(values[0]); u != nil {
			f.seconds[u] = true
		}
	}
}

// okType returns the type of the place for the second value of a receive, if it is a bool of another
// name, or "".
func (f *file) okType(u *ast.UnaryExpr) string {
	if t, is := f.typeOf(u).(*types.Tuple); is && t.Len() == 2 {
		return f.otherBool(t.At(1).Type(), u.Pos())
	}
	return ""
}

// otherBool returns the text of a type that is a bool of another name, or "".
func (f *file) otherBool(t types.Type, at token.Pos) string {
	b, is := t.Underlying().(*types.Basic)
	if _, named := types.Unalias(t).(*types.Basic); named || !is || b.Info()&types.IsBoolean == 0 {
		return ""
	}
	name, good := f.typeText(t, at)
	if !good {
		f.refuseAt(at, "a receive whose second value has a type without a name here; assign it to a bool first")
	}
	return name
}

// operandOf returns the text of a channel. Its element type can be inferred from it.
func (f *file) operandOf(e ast.Expr) string {
	text := f.value(e)
	if _, is := types.Unalias(f.typeOf(e)).(*types.TypeParam); !is {
		return text
	}
	name, good := f.typeText(channelOf(f.typeOf(e)), e.Pos())
	if !good {
		f.refuseAt(e.Pos(), "a channel of a type parameter whose elements have no name here; convert the channel to its type first")
	}
	return "(" + name + ")(" + text + ")"
}

// receive returns the text of a receive.
func (f *file) receive(u *ast.UnaryExpr) string {
	name := "Receive"
	if f.seconds[u] {
		name = "ReceiveOK"
		if b := f.okType(u); b != "" {
			name = "ReceiveAs[" + b + "]"
		}
	}
	return f.channel(name) + "(" + f.site(u.X) + ", " + newlines(f.between(u.Pos(), u.X.Pos())) + f.operandOf(u.X) + ")"
}

// send returns the text of a send statement. The element type is inferred from the channel alone, so
// that the value need only be assignable.
func (f *file) send(s *ast.SendStmt) string {
	return f.channel("To") + "(" + f.site(s.Chan) + ", " + f.operandOf(s.Chan) + newlines(f.between(s.Chan.End(), s.Arrow)) + ").Send(" +
		newlines(f.between(s.Arrow, s.Value.Pos())) + f.value(s.Value) + ")"
}

// onChannel returns the text of a call of a builtin function with a channel, or "" if it stays as it
// is.
func (f *file) onChannel(name string, c *ast.CallExpr) string {
	switch name {
	case "make":
		return f.channel("Made") + "(" + f.siteAt(c.Pos(), f.sourceOf(c)) + ", " + f.plain(c.Fun) + f.arguments(c, nil) + ")"
	case "close", "len":
		to := map[string]string{"close": "Close", "len": "Len"}[name]
		if name == "len" && channelOf(f.typeOf(c.Args[0])).Dir() == types.SendOnly {
			to = "LenOfSends"
		}
		return f.channel(to) + "(" + f.site(c.Args[0]) + ", " + newlines(f.between(c.Lparen, c.Args[0].Pos())) +
			f.operandOf(c.Args[0]) + newlines(f.between(c.Args[0].End(), c.Rparen)) + ")"
	}
	return ""
}

// given returns the text of an argument. A channel that goes to code that is not rewritten ends the
// search.
func (f *file) given(c *ast.CallExpr, callee *types.Func, a ast.Expr, text string) string {
	if callee == nil || callee.Pkg() == nil || f.rewritten[callee.Pkg().Path()] || f.isShim(callee) || !f.isChannel(a) {
		return text
	}
	to := callee.Pkg().Path()
	switch {
	case to == "reflect" || f.takesChannel(callee, c, a):
	case to == "fmt" || to == "log":
		return text // they print the address
	default:
		return f.channel("Shown") + "(" + f.site(a) + ", " + text + ")"
	}
	return f.channel("Given") + "(" + f.site(a) + ", " + text + ", \"" + to + "." + callee.Name() + "\")"
}

// takesChannel reports whether a parameter has the type of a channel. As an any, a channel is only
// compared or printed, or its length is read.
func (f *file) takesChannel(callee *types.Func, c *ast.CallExpr, a ast.Expr) bool {
	sig := callee.Signature()
	for i, b := range c.Args {
		if b != a {
			continue
		}
		at := min(i, sig.Params().Len()-1)
		t := sig.Params().At(at).Type()
		if s, is := t.(*types.Slice); is && sig.Variadic() && at == sig.Params().Len()-1 && !c.Ellipsis.IsValid() {
			t = s.Elem()
		}
		return channelOf(t) != nil
	}
	return false
}

// received returns the loop over a channel. Each round has its own variable, unless the language
// version is old.
func (l *rangeLoop) received() string {
	c, v, ok := l.temporary("c"), "_", l.temporary("ok")
	before, first := "", ""
	if l.Key != nil && !isBlank(l.Key) {
		name := l.between(l.Key.Pos(), l.Key.End())
		switch v = name; {
		case l.Tok == token.ASSIGN:
			v = l.temporary("v")
			first = l.assignment([]ast.Expr{l.Key}, []string{v})
		case oldLoops(l.pkg.TypesInfo, l.syntax):
			before = name + ", _ := " + l.channel("Zero") + "(" + c + "); "
			v = l.temporary("v")
			first = name + " = " + v + "; " + l.reports()
		}
	}
	id := l.site(l.X)
	loop := "for " + newlines(l.between(l.For, l.X.Pos())) + "{ " + v + ", " + ok + " := " + l.channel("ReceiveOK") + "(" + id + ", " + c +
		"); if !" + ok + " { break }; " + first + l.stmt(l.Body) + newlines(l.between(l.X.End(), l.Body.Pos())) + " }"
	return l.hoisted(c, l.operandOf(l.X), before, loop)
}
