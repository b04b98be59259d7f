package main

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// poolPath is the package whose use is checked.
const poolPath = "github.com/stealproof/stealproof/pool"

// Analyzer reports misuse of package pool.
var Analyzer = &analysis.Analyzer{
	Name: "poolvet",
	Doc:  "report captured Workers, unjoined handles and dropped futures of package pool",
	URL:  "https://pkg.go.dev/github.com/stealproof/stealproof/cmd/poolvet",
	Run:  run,
}

func run(pass *analysis.Pass) (any, error) {
	if pass.Pkg.Path() == poolPath {
		return nil, nil // the pool itself does what its users must not
	}
	c := &checker{pass}
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				c.callbacks(n)
			case *ast.GoStmt:
				c.started(n)
			case *ast.ExprStmt:
				c.dropped(n.X)
			case *ast.AssignStmt:
				if id, is := n.Lhs[0].(*ast.Ident); is && id.Name == "_" && len(n.Rhs) == 1 {
					c.dropped(n.Rhs[0])
				}
			case *ast.BlockStmt:
				c.order(n.List)
			case *ast.CaseClause:
				c.order(n.Body)
			case *ast.CommClause:
				c.order(n.Body)
			}
			return true
		})
	}
	return nil, nil
}

// checker checks a package.
type checker struct{ *analysis.Pass }

// function is a function, or a method of receiver.
type function struct{ path, receiver, name string }

// elsewhere are the calls whose functions run as other tasks or on other goroutines, and for each
// the arguments that do not.
var elsewhere = map[function][]int{
	{poolPath, "", "Join"}:         {1}, // the first function runs at once, on the caller's worker
	{poolPath, "Worker", "Invoke"}: nil,
	{poolPath, "Scope", "Go"}:      nil, {poolPath, "Group", "Go"}: nil,
	{poolPath, "Pool", "Go"}: nil, {poolPath, "Pool", "TryGo"}: nil, {poolPath, "Pool", "GoContext"}: nil,
	{poolPath, "", "Submit"}: nil, {poolPath, "", "TrySubmit"}: nil,
	{poolPath, "", "Define"}: nil,
	{poolPath, "", "For"}:    nil, {poolPath, "", "ForEach"}: nil, {poolPath, "", "ForWorker"}: nil,
	{poolPath, "", "ForEachErr"}: nil, {poolPath, "", "Any"}: nil,
	{poolPath, "", "ForSeq"}: {2}, // the sequence runs on one worker
	{poolPath, "", "Map"}:    nil, {poolPath, "", "MapInto"}: nil, {poolPath, "", "MapErr"}: nil,
	{poolPath, "", "Reduce"}: nil, {poolPath, "", "ReduceParts"}: nil, {poolPath, "", "SortFunc"}: nil,
	{"iter", "", "Pull"}: nil, {"iter", "", "Pull2"}: nil, // on a coroutine
	{"time", "", "AfterFunc"}: nil, {"context", "", "AfterFunc"}: nil, {"sync", "WaitGroup", "Go"}: nil,
	{"golang.org/x/sync/errgroup", "Group", "Go"}: nil, {"golang.org/x/sync/errgroup", "Group", "TryGo"}: nil,
}

// callee returns the function that a call calls, if that is known.
func (c *checker) callee(call *ast.CallExpr) function {
	f, is := typeutil.Callee(c.TypesInfo, call).(*types.Func)
	if !is || f.Pkg() == nil {
		return function{}
	}
	called := function{path: f.Pkg().Path(), name: f.Name()}
	if r := f.Signature().Recv(); r != nil {
		called.receiver = named(r.Type())
	}
	return called
}

// named returns the name of a type, or of the type that it points to.
func named(t types.Type) string {
	if p, is := types.Unalias(t).(*types.Pointer); is {
		t = p.Elem()
	}
	if n, is := types.Unalias(t).(*types.Named); is {
		return n.Obj().Name()
	}
	return ""
}

// handle returns "Worker" or "Ctx" if the type is a pointer to that type of the pool, and
// otherwise "".
func handle(t types.Type) string {
	p, is := types.Unalias(t).(*types.Pointer)
	if !is {
		return ""
	}
	n, is := types.Unalias(p.Elem()).(*types.Named)
	if !is || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != poolPath {
		return ""
	}
	if name := n.Obj().Name(); name == "Worker" || name == "Ctx" {
		return name
	}
	return ""
}

// callbacks reports handles of the caller that a function uses which runs elsewhere.
func (c *checker) callbacks(call *ast.CallExpr) {
	f := c.callee(call)
	if f == (function{poolPath, "Worker", "Blocking"}) && len(call.Args) == 1 {
		c.captures(call.Args[0], "%s is used in Blocking, while another worker may take its tasks")
		return
	}
	safe, known := elsewhere[f]
	if !known {
		return
	}
	for i, arg := range call.Args {
		if !slices.Contains(safe, i) {
			c.captures(arg, "%s belongs to another task; use the one that this function is given")
		}
	}
}

// captures reports each use of a handle in a function literal that is declared outside of it.
func (c *checker) captures(arg ast.Expr, format string) {
	lit, is := ast.Unparen(arg).(*ast.FuncLit)
	if !is {
		return
	}
	seen := map[types.Object]bool{}
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is {
			return true
		}
		v, is := c.TypesInfo.Uses[id].(*types.Var)
		if !is || v.IsField() || seen[v] || handle(v.Type()) == "" || lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
			return true
		}
		if c.assigned(lit, v) {
			return true
		}
		seen[v] = true
		c.Reportf(id.Pos(), format, "the "+handle(v.Type())+" "+id.Name)
		return true
	})
}

// assigned reports whether a statement of the literal assigns to the variable. It may hold the literal's own handle then.
func (c *checker) assigned(lit *ast.FuncLit, v *types.Var) (is bool) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			is = is || slices.ContainsFunc(a.Lhs, func(e ast.Expr) bool {
				id, named := e.(*ast.Ident)
				return named && c.TypesInfo.ObjectOf(id) == v
			})
		}
		return !is
	})
	return is
}

// started reports handles that a go statement gives to its goroutine, also as the receiver of a method.
func (c *checker) started(s *ast.GoStmt) {
	const format = "%s belongs to a task, and this goroutine is none"
	c.captures(s.Call.Fun, format)
	if sel, is := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr); is {
		if t := c.TypesInfo.TypeOf(sel.X); t != nil && handle(t) != "" {
			c.Reportf(sel.X.Pos(), format, "the "+handle(t))
		}
	}
	for _, arg := range s.Call.Args {
		if t := c.TypesInfo.TypeOf(arg); t != nil && handle(t) != "" {
			c.Reportf(arg.Pos(), format, "the "+handle(t))
		}
	}
}
