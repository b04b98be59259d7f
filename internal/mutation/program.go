package mutation

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The environment of a program.
const (
	// EnvMutant is the number of the mutant that runs, from 1. With 0 or nothing, the unchanged code runs.
	EnvMutant = "STEALPROOF_MUTANT"
	// EnvReached is a file that is written as soon as changed code runs.
	EnvReached = "STEALPROOF_MUTANT_REACHED"
)

// switchFile is the name of the file that is added to each changed package.
const switchFile = "zz_stealproof_mutant.go"

// A Program has the texts of files that replace the module's own.
type Program struct {
	Text  map[string][]byte // by absolute path
	Added []string          // files that only choose between mutants, relative to the module's root
}

// Switched returns a program with all of the mutants. A process chooses one by its number: its place in the list, from 1.
// Switched fails if a mutant changes code outside functions.
func Switched(root string, mutants []Mutant) (*Program, error) {
	p := &Program{Text: map[string][]byte{}}
	byFile := map[string][]numbered{}
	suffixes := map[string]string{} // to names
	for i, m := range mutants {
		if other, taken := suffixes[m.suffix()]; taken {
			return nil, fmt.Errorf("mutants %s and %s have names that are too much alike", other, m.Name)
		}
		suffixes[m.suffix()] = m.Name
		byFile[m.File] = append(byFile[m.File], numbered{m, i + 1})
	}
	packages := map[string]string{} // directories, to names
	for file, of := range byFile {
		text, name, err := switched(filepath.Join(root, filepath.FromSlash(file)), of)
		if err != nil {
			return nil, err
		}
		p.Text[filepath.Join(root, filepath.FromSlash(file))] = text
		packages[path.Dir(file)] = name
	}
	for dir, name := range packages {
		added := path.Join(dir, switchFile)
		p.Added = append(p.Added, added)
		p.Text[filepath.Join(root, filepath.FromSlash(added))] = []byte(fmt.Sprintf(switchText, name, EnvMutant, EnvReached))
	}
	slices.Sort(p.Added)
	return p, nil
}

// Alone returns a program with one mutant, and without a switch.
func Alone(root string, m Mutant) (*Program, error) {
	file := filepath.Join(root, filepath.FromSlash(m.File))
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	patches, err := m.locate(source)
	if err != nil {
		return nil, err
	}
	return &Program{Text: map[string][]byte{file: withAtomic([]byte(apply(source, 0, len(source), patches)))}}, nil
}

// Switchable reports whether the mutant changes only code inside functions.
func Switchable(root string, m Mutant) bool {
	_, err := Switched(root, []Mutant{m})
	return err == nil
}

type numbered struct {
	Mutant
	number int
}

// The switch costs time and inlining, but is no step. The scheduler does not rewrite the switch, and the switch orders nothing for the race detector. A func literal
// holds its state, because package variables and what they lead to are reset after each execution.
const switchText = `package %s

import (
	"os"
	"strconv"
)

type stealproofSwitch struct {
	number int
	seen   bool
	file   string
}

var stealproofMutant = func() func() *stealproofSwitch {
	n, _ := strconv.Atoi(os.Getenv(%q))
	m := &stealproofSwitch{n, false, os.Getenv(%q)}
	return func() *stealproofSwitch { return m }
}()

//go:norace
func stealproofNumber() int { return stealproofMutant().number }

//go:norace
func stealproofReached() {
	if m := stealproofMutant(); !m.seen {
		m.seen = true
		if m.file != "" {
			_ = os.WriteFile(m.file, []byte("reached\n"), 0o600)
		}
	}
}
`

// switched returns the text of a file with several mutants.
func switched(file string, mutants []numbered) (text []byte, name string, err error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, source, parser.ParseComments)
	if err != nil {
		return nil, "", err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	cases := map[*ast.FuncDecl]string{}
	var clones strings.Builder
	for _, m := range mutants {
		patches, err := m.locate(source)
		if err != nil {
			return nil, "", err
		}
		for _, p := range patches {
			f := functionAt(syntax, offset, p)
			if f == nil {
				return nil, "", fmt.Errorf("mutant %s changes more than the insides of functions", m.Name)
			}
			if strings.Contains(cases[f], fmt.Sprintf("case %d:", m.number)) {
				continue // another edit of the same function
			}
			clone := f.Name.Name + m.suffix()
			call, err := callOf(f, clone)
			if err != nil {
				return nil, "", fmt.Errorf("mutant %s: %w", m.Name, err)
			}
			cases[f] += fmt.Sprintf(" case %d: %s;", m.number, call)
			body := offset(f.Body.Lbrace) + 1
			fmt.Fprintf(&clones, "\n%s%s%s stealproofReached();%s\n",
				source[offset(f.Pos()):offset(f.Name.Pos())], clone, source[offset(f.Name.End()):body],
				apply(source, body, offset(f.End()), patches))
		}
	}
	var b strings.Builder
	at := 0
	for _, d := range syntax.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is || cases[f] == "" {
			continue
		}
		body := offset(f.Body.Lbrace) + 1
		b.Write(source[at:body])
		fmt.Fprintf(&b, " switch stealproofNumber() {%s };", strings.TrimSuffix(cases[f], ";"))
		at = body
	}
	b.Write(source[at:])
	b.WriteString(clones.String())
	return withAtomic([]byte(b.String())), syntax.Name.Name, nil
}

// withAtomic imports sync/atomic if only a mutant uses it. No line moves.
func withAtomic(source []byte) []byte {
	if !bytes.Contains(source, []byte("atomic.")) || bytes.Contains(source, []byte(`/atomic"`)) {
		return source
	}
	clause := regexp.MustCompile(`(?m)^package \w+$`)
	at := clause.FindIndex(source)
	return slices.Concat(source[:at[1]], []byte(`; import "sync/atomic"`), source[at[1]:])
}

const mutantSuffix = "__mutant_"

// suffix returns the suffix of a changed function's name. It is made from the mutant's name, not its number, because the
// fuzzer of schedules depends on the names of functions.
func (m Mutant) suffix() string {
	return mutantSuffix + strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, m.Name)
}

// functionAt returns the function whose body contains a patch, or nil.
func functionAt(file *ast.File, offset func(token.Pos) int, p patch) *ast.FuncDecl {
	for _, d := range file.Decls {
		if f, is := d.(*ast.FuncDecl); is && f.Body != nil && offset(f.Body.Lbrace) < p.from && p.to <= offset(f.Body.Rbrace) {
			return f
		}
	}
	return nil
}

// callOf returns a statement that calls another function of the same signature with f's arguments, and returns its
// results.
func callOf(f *ast.FuncDecl, name string) (string, error) {
	call := name
	if f.Recv != nil {
		if len(f.Recv.List[0].Names) == 0 {
			return "", fmt.Errorf("the receiver of %s has no name", f.Name.Name)
		}
		call = f.Recv.List[0].Names[0].Name + "." + name
	}
	if of := f.Type.TypeParams; of != nil {
		var names []string
		for _, field := range of.List {
			for _, n := range field.Names {
				names = append(names, n.Name)
			}
		}
		call += "[" + strings.Join(names, ", ") + "]"
	}
	var args []string
	for _, field := range f.Type.Params.List {
		_, variadic := field.Type.(*ast.Ellipsis)
		for _, n := range field.Names {
			if n.Name == "_" {
				return "", fmt.Errorf("a parameter of %s has no name", f.Name.Name)
			}
			if variadic {
				args = append(args, n.Name+"...")
			} else {
				args = append(args, n.Name)
			}
		}
		if len(field.Names) == 0 {
			return "", fmt.Errorf("a parameter of %s has no name", f.Name.Name)
		}
	}
	call += "(" + strings.Join(args, ", ") + ")"
	if f.Type.Results == nil {
		return call + "; return", nil
	}
	return "return " + call, nil
}
