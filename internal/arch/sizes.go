package arch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
)

// A file is read in one go, and a function fits on a screen.
const (
	maxFileLines     = 300
	maxFunctionLines = 60
)

// yetToComeApart are the folders and files that the limits do not bind yet. Each must break
// one, so that the list only gets shorter.
var yetToComeApart = []string{
	"cmd/stealproof",
	"internal/arch/labels.go",
	"internal/mutation/table_pool.go",
}

// CheckSizes returns a message for each file that is longer than the limit, and for each
// function. Tests and generated files may be of any size. So may the excused files, and the
// files of an excused folder, but not those of the folders below it. CheckSizes also returns
// a message for each name on the list that excuses nothing.
func CheckSizes(root fs.FS, excused []string) ([]string, error) {
	var faults []string
	used := map[string]bool{}
	err := walkCode(root, func(p string, src []byte) error {
		found, err := tooLarge(p, src)
		if err != nil || len(found) == 0 {
			return err
		}
		for _, name := range []string{p, path.Dir(p)} {
			if slices.Contains(excused, name) {
				used[name] = true
				return nil
			}
		}
		faults = append(faults, found...)
		return nil
	})
	for _, name := range excused {
		if !used[name] {
			faults = append(faults, fmt.Sprintf("%s keeps the limits of sizes: take it off the list yetToComeApart", name))
		}
	}
	return faults, err
}

// tooLarge returns a message for each limit that a file breaks.
func tooLarge(p string, src []byte) (faults []string, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, p, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(f) {
		return nil, err
	}
	if n := bytes.Count(src, []byte("\n")); n > maxFileLines {
		faults = append(faults, fmt.Sprintf("%s has %d lines, and not at most %d: give each concept its own file", p, n, maxFileLines))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		name := "a function"
		switch fn := n.(type) {
		case *ast.FuncDecl:
			name = fn.Name.Name
		case *ast.FuncLit:
		default:
			return true
		}
		from, to := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line
		if to-from+1 > maxFunctionLines {
			faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines, and not at most %d", p, from, name, to-from+1, maxFunctionLines))
			return false // the functions inside it are part of the same fault
		}
		return true
	})
	return faults, nil
}
