package instrument

import (
	"go/ast"
	"go/types"
	"strings"
)

// A return statement writes the named results of its function. So
//
//	return f(), nil
//
// becomes
//
//	{ v1 := f(); access.W(1, &n); access.W(2, &err); return v1, nil }
//
// if other functions use n and err. Without results, it reads them.

// results are the named results of the function around the current text.
type results struct {
	vars   []*types.Var
	defers bool            // the function defers calls, which run before the results are read
	before strings.Builder // declarations of addresses, at the beginning of the body
	names  map[*types.Var]string
}

// body returns the text of the body of a function.
func (f *file) body(t *ast.FuncType, b *ast.BlockStmt) string {
	outer := f.results
	f.results = &results{names: map[*types.Var]string{}}
	defer func() { f.results = outer }()
	if t.Results != nil {
		for _, field := range t.Results.List {
			for _, name := range field.Names {
				v, _ := f.pkg.TypesInfo.Defs[name].(*types.Var)
				f.results.vars = append(f.results.vars, v)
			}
		}
	}
	f.results.defers = defers(b)
	text := f.node(b)
	return text[:1] + f.results.before.String() + text[1:]
}

// defers reports whether a function with this body has a defer statement.
func defers(b *ast.BlockStmt) (found bool) {
	ast.Inspect(b, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}

// returnStmt returns the text of a return statement, with reports of the accesses to the named results.
func (f *file) returnStmt(s *ast.ReturnStmt) string {
	if f.results == nil || f.unreported {
		return f.splice(s, f.node)
	}
	reports := f.reportResults(s)
	if reports == "" {
		return f.splice(s, f.node)
	}
	if !f.calls(s.Results...) {
		return "{ " + reports + f.splice(s, f.node) + " }"
	}
	for _, e := range s.Results {
		if f.hidesType(e) {
			return f.splice(s, f.node) // a variable would have another type
		}
	}
	steps := f.steps(s)
	if len(s.Results) == 1 && len(f.results.vars) > 1 {
		for range f.results.vars {
			steps.names = append(steps.names, f.temporary("v"))
		}
		names := strings.Join(steps.names, ", ")
		steps.texts = []string{steps.directive(s.Results[0]) + f.node(s.Results[0])}
		steps.declare()
		return steps.end(reports + "return " + names)
	}
	for _, e := range s.Results {
		steps.keep(e)
	}
	steps.declare()
	texts := make([]string, len(s.Results))
	for i, e := range s.Results {
		texts[i] = f.value(e)
	}
	return steps.end(reports + "return " + strings.Join(texts, ", "))
}

// reportResults returns the reports of a return statement.
func (f *file) reportResults(s *ast.ReturnStmt) string {
	var b strings.Builder
	for i, v := range f.results.vars {
		if v == nil || v.Name() == "_" || !f.shared[v] {
			continue
		}
		kind := "W"
		switch {
		case s.Results == nil && f.results.defers:
			continue // deferred calls may synchronize before the read
		case s.Results == nil:
			kind = "R"
		case len(s.Results) == len(f.results.vars) && f.isVariable(s.Results[i], v):
			continue // it keeps its value
		}
		b.WriteString(f.access(kind) + "(" + f.siteAt(s.Pos(), v.Name()) + ", " + f.addressOf(v, s) + "); ")
	}
	return b.String()
}

func (f *file) isVariable(e ast.Expr, v *types.Var) bool {
	id, is := ast.Unparen(e).(*ast.Ident)
	return is && f.pkg.TypesInfo.Uses[id] == v
}

// addressOf returns the text of the address of a named result. A variable has it where the name stands for
// something else.
func (f *file) addressOf(v *types.Var, at *ast.ReturnStmt) string {
	if inner := f.pkg.Types.Scope().Innermost(at.Pos()); inner != nil {
		if _, o := inner.LookupParent(v.Name(), at.Pos()); o == v {
			return "&" + v.Name()
		}
	}
	name := f.results.names[v]
	if name == "" {
		name = f.temporary("r")
		f.results.names[v] = name
		f.results.before.WriteString(" " + name + " := &" + v.Name() + ";")
	}
	return name
}
