package instrument

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Package testing gets a control: a T that has one asks it, and not its own state. The methods of the
// control are those of package model/shim/tests.

// The names that package testing gets.
const (
	makeT     = "StealproofMake"
	controlOf = "StealproofOf"
)

// controlled are the methods of a T that ask the control, with their types.
var controlled = map[string]string{
	"Name": "() string", "Fail": "()", "Failed": "() bool", "FailNow": "()", "Output": "() io.Writer",
	"Log": "(args ...any)", "Logf": "(format string, args ...any)", "Error": "(args ...any)", "Errorf": "(format string, args ...any)",
	"Fatal": "(args ...any)", "Fatalf": "(format string, args ...any)", "Skip": "(args ...any)", "Skipf": "(format string, args ...any)",
	"SkipNow": "()", "Skipped": "() bool", "Helper": "()", "Cleanup": "(f func())", "ArtifactDir": "() string", "TempDir": "() string",
	"Setenv": "(key, value string)", "Chdir": "(dir string)", "Context": "() context.Context", "Attr": "(key, value string)",
	"Parallel": "()", "Run": "(name string, f func(*T)) bool", "Deadline": "() (deadline time.Time, ok bool)",
}

// controlTesting adds the changed files of package testing to the overlay.
func (r *run) controlTesting(overlay map[string]string, out string) error {
	pkgs, err := r.load(packages.NeedName|packages.NeedFiles, false, "testing")
	if err != nil {
		return err
	}
	if len(pkgs) != 1 || len(pkgs[0].GoFiles) == 0 {
		return fmt.Errorf("instrument: package testing has no sources")
	}
	changed := false
	dir := filepath.Dir(pkgs[0].GoFiles[0])
	if err := replaceable(dir); err != nil {
		return err
	}
	for _, name := range pkgs[0].GoFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text, has, err := withControl(name, text)
		if err != nil {
			return err
		}
		changed = changed || has
		if text == nil {
			continue
		}
		if overlay[name], err = written(out, filepath.Base(name), text); err != nil {
			return err
		}
	}
	if !changed {
		return fmt.Errorf("instrument: package testing of this version of Go has no type common to change")
	}
	overlay[filepath.Join(dir, "zz_stealproof.go")], err = written(out, "zz_stealproof.go", []byte(controlFile()))
	return err
}

// replaceable returns an error if the go command takes no overlay for the sources of Go in dir.
func replaceable(dir string) error {
	_, toolchain, is := strings.Cut(filepath.ToSlash(dir), "/golang.org/toolchain@")
	if !is {
		return nil
	}
	name, _, _ := strings.Cut(toolchain, "/")
	return &DownloadedGoError{name}
}

// DownloadedGoError says that the sources of Go itself cannot be replaced.
type DownloadedGoError struct{ toolchain string }

func (e *DownloadedGoError) Error() string {
	return fmt.Sprintf("the go command has downloaded Go itself into the module cache (%s), and takes no overlay there: install this version of Go, and set GOTOOLCHAIN=local", e.toolchain)
}

func written(out, name string, text []byte) (string, error) {
	path := filepath.Join(out, "std", "testing", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o666)
}

// withControl returns the text of a file of package testing in which the methods of T ask the control,
// or nil if it has none of them. It also reports whether the file has the struct with the control.
func withControl(name string, text []byte) (changed []byte, field bool, err error) {
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, false, err
	}
	insert := map[int]string{}
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if ask := asks(d); ask != "" {
				insert[set.Position(d.Body.Lbrace).Offset+1] = ask
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				t, is := s.(*ast.TypeSpec)
				if !is || t.Name.Name != "common" {
					continue
				}
				if s, is := t.Type.(*ast.StructType); is {
					insert[set.Position(s.Fields.Opening).Offset+1] = " stealproof stealproofControl;"
					field = true
				}
			}
		}
	}
	if len(insert) == 0 {
		return nil, false, nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "//line %s:1\n", name)
	at := 0
	for _, next := range slices.Sorted(maps.Keys(insert)) {
		b.Write(text[at:next])
		b.WriteString(insert[next])
		at = next
	}
	b.Write(text[at:])
	if _, err := format.Source(b.Bytes()); err != nil {
		return nil, false, fmt.Errorf("instrument: %s: the result is not valid Go: %w", name, err)
	}
	return b.Bytes(), field, nil
}

// asks returns the statement at the beginning of a method of T that asks the control, or "" for
// another function.
func asks(d *ast.FuncDecl) string {
	if d.Recv == nil || d.Body == nil || !d.Name.IsExported() || len(d.Recv.List[0].Names) != 1 {
		return ""
	}
	switch functionName(d) {
	case "(*common)." + d.Name.Name, "(*T)." + d.Name.Name:
	default:
		return ""
	}
	recv := d.Recv.List[0].Names[0].Name
	if controlled[d.Name.Name] == "" {
		return fmt.Sprintf(" if %s.stealproof != nil { %[1]s.stealproof.Lacks(%q) };", recv, d.Name.Name)
	}
	var args []string
	for _, field := range d.Type.Params.List {
		_, dots := field.Type.(*ast.Ellipsis)
		for _, n := range field.Names {
			if dots {
				args = append(args, n.Name+"...")
			} else {
				args = append(args, n.Name)
			}
		}
	}
	call := fmt.Sprintf("%s.stealproof.%s(%s)", recv, d.Name.Name, strings.Join(args, ", "))
	if d.Type.Results != nil {
		return fmt.Sprintf(" if %s.stealproof != nil { return %s };", recv, call)
	}
	return fmt.Sprintf(" if %s.stealproof != nil { %s; return };", recv, call)
}

// controlFile returns the file that is added to package testing.
func controlFile() string {
	var b strings.Builder
	b.WriteString("package testing\n\nimport (\n\t\"context\"\n\t\"io\"\n\t\"time\"\n)\n\ntype stealproofControl interface {\n")
	for _, name := range slices.Sorted(maps.Keys(controlled)) {
		fmt.Fprintf(&b, "\t%s%s\n", name, controlled[name])
	}
	fmt.Fprintf(&b, "\tLacks(method string)\n}\n\n")
	fmt.Fprintf(&b, "func %s(control any) *T { return &T{common: common{stealproof: control.(stealproofControl)}} }\n\n", makeT)
	fmt.Fprintf(&b, "func %s(t *T) any {\n\tif t.stealproof == nil {\n\t\treturn nil\n\t}\n\treturn t.stealproof\n}\n", controlOf)
	return b.String()
}
