package arch

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
)

// A reader can take in a file of this size at once, and a function fits on a screen.
const (
	maxFileLines     = 300
	maxFunctionLines = 60
)

// CheckSizes returns a message for each file and each function that is too long. Tests and generated files may
// have any length.
func CheckSizes(root fs.FS) (faults []string, err error) {
	err = walkCode(root, func(p string, src []byte) error {
		found, err := tooLarge(p, src)
		faults = append(faults, found...)
		return err
	})
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
		faults = append(faults, fmt.Sprintf("%s has %d lines; want at most %d: give each concept its own file", p, n, maxFileLines))
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
			faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines; want at most %d: split it", p, from, name, to-from+1, maxFunctionLines))
			return false // lines of inner functions belong to the same fault
		}
		return true
	})
	return faults, nil
}
