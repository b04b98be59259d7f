package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
)

// maxFields is the most fields that a struct may have. A struct with more keeps several concepts that belong into
// types of their own.
const maxFields = 36

// wideStructs are the structs with more fields, and how many each has. The number may only become smaller.
var wideStructs = map[string]int{
	"internal/report.Report": 38, // one line of NDJSON
}

// CheckFields returns a message for each named struct with more fields than maxFields, or than wide allows, and for
// each struct that needs a smaller number in wide, or none.
func CheckFields(root fs.FS, wide map[string]int) (faults []string, err error) {
	found := map[string]int{}
	fset := token.NewFileSet()
	err = walkCode(root, func(p string, src []byte) error {
		f, err := parser.ParseFile(fset, p, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			t, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			if s, is := t.Type.(*ast.StructType); is {
				name, fields := path.Dir(p)+"."+t.Name.Name, s.Fields.NumFields()
				found[name] = fields
				if most := max(maxFields, wide[name]); fields > most {
					faults = append(faults, fmt.Sprintf("%s:%d: %s has %d fields; want at most %d: give each concept a type",
						p, fset.Position(t.Pos()).Line, t.Name.Name, fields, most))
				}
			}
			return true
		})
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(wide)) {
		switch fields := found[name]; {
		case fields <= maxFields:
			faults = append(faults, fmt.Sprintf("%s has %d fields; remove it from wideStructs", name, fields))
		case fields < wide[name]:
			faults = append(faults, fmt.Sprintf("%s has %d fields; write that into wideStructs", name, fields))
		}
	}
	return faults, err
}
