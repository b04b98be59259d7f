package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"

	"golang.org/x/tools/go/packages"
)

// sharing is the set of local variables that another goroutine may access. Their address is taken,
// or a func literal captures them and they are written after their declaration.
type sharing map[*types.Var]bool

type sharingFinder struct {
	info     *types.Info
	owner    map[*types.Var]ast.Node // the function that declares it
	bodies   map[ast.Node]bool       // of loops over functions, which are functions too
	captured map[*types.Var]bool
	written  map[*types.Var]bool
	shared   sharing
}

func findShared(p *packages.Package) sharing {
	f := &sharingFinder{p.TypesInfo, map[*types.Var]ast.Node{}, map[ast.Node]bool{}, map[*types.Var]bool{}, map[*types.Var]bool{}, sharing{}}
	for _, file := range p.Syntax {
		f.declare(file)
		f.use(file)
	}
	for v := range f.captured {
		if f.written[v] {
			f.shared[v] = true
		}
	}
	return f.shared
}

// functions calls do for each node, with the innermost function around it.
func (f *sharingFinder) functions(root ast.Node, do func(n, function ast.Node)) {
	stack := []ast.Node{nil}
	var nodes []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			last := nodes[len(nodes)-1]
			nodes = nodes[:len(nodes)-1]
			if f.isFunction(last) {
				stack = stack[:len(stack)-1]
			}
			return true
		}
		nodes = append(nodes, n)
		if f.isFunction(n) {
			stack = append(stack, n)
		}
		do(n, stack[len(stack)-1])
		return true
	})
}

// isFunction reports whether n is a function, or the body of a loop over one. Another goroutine may run such a
// body.
func (f *sharingFinder) isFunction(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return true
	case *ast.RangeStmt:
		if f.overFunction(n) {
			f.bodies[n.Body] = true
		}
	case *ast.BlockStmt:
		return f.bodies[n]
	}
	return false
}

func (f *sharingFinder) overFunction(s *ast.RangeStmt) bool {
	t := f.info.TypeOf(s.X)
	if t == nil {
		return false
	}
	_, is := core(t).(*types.Signature)
	return is
}

func (f *sharingFinder) declare(file *ast.File) {
	f.functions(file, func(n, function ast.Node) {
		var o types.Object
		switch n := n.(type) {
		case *ast.Ident:
			o = f.info.Defs[n]
		case *ast.CaseClause:
			o = f.info.Implicits[n]
		}
		if v, is := o.(*types.Var); is && !v.IsField() && function != nil {
			f.owner[v] = function
		}
	})
}

func (f *sharingFinder) use(file *ast.File) {
	f.functions(file, func(n, function ast.Node) {
		switch n := n.(type) {
		case *ast.Ident:
			if v, is := f.info.Uses[n].(*types.Var); is && f.owner[v] != nil && f.owner[v] != function {
				f.captured[v] = true
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, is := l.(*ast.Ident); !is || f.info.Defs[id] == nil {
					f.write(l)
				}
			}
		case *ast.IncDecStmt:
			f.write(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				f.write(n.Key)
				f.write(n.Value)
				if f.overFunction(n) {
					f.share(n.Key)
					f.share(n.Value)
				}
			}
			// Before Go 1.22 all rounds have the same variables.
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, is := e.(*ast.Ident); is && n.Tok == token.DEFINE && f.info.Defs[id] != nil && oldLoops(f.info, file) {
					f.written[f.info.Defs[id].(*types.Var)] = true
				}
			}
		case *ast.FuncDecl:
			f.returned(n.Type, n.Body)
		case *ast.FuncLit:
			f.returned(n.Type, n.Body)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.share(n.X)
			}
		case *ast.SliceExpr:
			if _, array := core(f.info.TypeOf(n.X)).(*types.Array); array {
				f.share(n.X)
			}
		case *ast.SelectorExpr:
			// A method with a pointer receiver takes the address.
			s := f.info.Selections[n]
			if s == nil || s.Kind() != types.MethodVal {
				return
			}
			_, pointer := s.Obj().(*types.Func).Signature().Recv().Type().Underlying().(*types.Pointer)
			if pointer && !s.Indirect() {
				f.share(n.X)
			}
		}
	})
}

// returned notes that return statements write the named results of a function.
func (f *sharingFinder) returned(t *ast.FuncType, body *ast.BlockStmt) {
	if t.Results == nil || body == nil {
		return
	}
	writes := false
	ast.Inspect(body, func(n ast.Node) bool {
		s, is := n.(*ast.ReturnStmt)
		writes = writes || is && s.Results != nil
		_, literal := n.(*ast.FuncLit)
		return !literal && !writes
	})
	for _, field := range t.Results.List {
		for _, name := range field.Names {
			if v, is := f.info.Defs[name].(*types.Var); is && writes {
				f.written[v] = true
			}
		}
	}
}

func (f *sharingFinder) write(e ast.Expr) {
	if v := f.root(e); v != nil {
		f.written[v] = true
	}
}

func (f *sharingFinder) share(e ast.Expr) {
	if v := f.root(e); v != nil && f.owner[v] != nil {
		f.shared[v] = true
	}
}

// root returns the variable that contains the memory of e, or nil if it is behind a pointer.
func (f *sharingFinder) root(e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.root(e.X)
	case *ast.Ident:
		v, _ := f.info.ObjectOf(e).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if s := f.info.Selections[e]; s != nil && s.Kind() == types.FieldVal && !s.Indirect() {
			return f.root(e.X)
		}
	case *ast.IndexExpr:
		if t := f.info.TypeOf(e.X); t != nil {
			if _, array := core(t).(*types.Array); array {
				return f.root(e.X)
			}
		}
	}
	return nil
}

// oldLoops reports whether the variables of a loop are the same in all rounds.
func oldLoops(info *types.Info, file *ast.File) bool {
	v := info.FileVersions[file]
	return v != "" && version.Compare(v, "go1.22") < 0
}
