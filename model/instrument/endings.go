package instrument

import (
	"go/ast"
	"go/types"
)

// A wrapped function would put others on the stack, and a callee that looks at its caller, such as a
// logger, would notice. So where the end of a call can be recorded by the code around it, the function is
// not wrapped:
//
//	log.Print(x)
//
// becomes
//
//	access.Begin(1, log.Print)(x); access.Ends(1)

// ended returns the text of a statement that is a call, or assigns the results of one.
func (f *file) ended(s ast.Stmt, render func() string) string {
	c := callOf(s)
	if c == nil || f.simple[s] || f.unreported || f.returnsFunctions(c) {
		return render()
	}
	end, fun := new(string), ast.Unparen(c.Fun)
	f.endings[fun] = end
	text := render()
	delete(f.endings, fun)
	if *end != "" {
		text += "; " + f.access("Ends") + "(" + *end + ")"
	}
	return text
}

// callOf returns the call of a statement that has no other expression to evaluate after it.
func callOf(s ast.Stmt) *ast.CallExpr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) != 1 || len(s.Lhs) < 2 {
			return nil
		}
		e = s.Rhs[0]
	}
	c, _ := ast.Unparen(e).(*ast.CallExpr)
	return c
}

// returnsFunctions reports whether a call returns several results, and one may be a function. A wrapper
// records the calls of such functions.
func (f *file) returnsFunctions(c *ast.CallExpr) bool {
	results, several := f.typeOf(c).(*types.Tuple)
	if !several {
		return false
	}
	for v := range results.Variables() {
		if _, is := core(v.Type()).(*types.Signature); is {
			return true
		}
	}
	return false
}

// endedCall returns the text of a call with one result.
func (f *file) endedCall(c *ast.CallExpr, render func() string) string {
	fun := ast.Unparen(c.Fun)
	if _, several := f.typeOf(c).(*types.Tuple); several || f.unreported || f.endings[fun] != nil {
		return render()
	}
	end := new(string)
	f.endings[fun] = end
	text := render()
	delete(f.endings, fun)
	if *end != "" {
		text = f.access("End") + "(" + *end + ", " + text + ")"
	}
	return text
}
