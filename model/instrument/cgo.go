package instrument

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// A file with cgo is not rewritten, since the compiler sees another text. But each of its functions
// begins with a call of Unseen. So a program may contain the file as long as no search reaches it.

// usesCgo reports whether a file is one that cgo translates.
func (u *unit) usesCgo(name string) bool { return !slices.Contains(u.pkg.CompiledGoFiles, name) }

// guardCgo returns the text of a file with cgo.
func (u *unit) guardCgo(name string) (string, error) {
	source, overlaid := u.Source[name]
	if !overlaid {
		var err error
		if source, err = os.ReadFile(name); err != nil {
			return "", err
		}
	}
	syntax, err := u.parsed.parse(u.pkg.Fset, name, source)
	if err != nil {
		return "", err
	}
	f := newFile(u, syntax, name)
	inserted := map[token.Pos]string{}
	ast.Inspect(syntax, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			body, f.function = n.Body, functionName(n)
		case *ast.FuncLit:
			body = n.Body
		}
		if body != nil {
			id := f.siteAt(body.Lbrace, f.function)
			inserted[body.Lbrace+1] = " " + f.access("Unseen") + "(" + id + ", " + strconv.Quote("a function in a file with cgo") + ", 0); "
		}
		return true
	})
	if len(inserted) == 0 {
		return string(f.source), nil
	}
	inserted[syntax.Name.End()] = "; import " + accessAlias + " " + strconv.Quote(accessPath)
	at := f.syntax.FileStart
	var b strings.Builder
	for _, pos := range slices.Sorted(maps.Keys(inserted)) {
		b.WriteString(f.between(at, pos) + inserted[pos])
		at = pos
	}
	b.WriteString(f.between(at, syntax.FileEnd))
	return b.String(), nil
}
