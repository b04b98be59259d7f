package mutation

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"path"
	"slices"
	"strings"
)

// A Mutant is production code with a fault.
type Mutant struct {
	Name string
	File string // from the root of the module, such as wsq/chaselev.go
	// Edits replace texts of the file.
	Edits     []Edit
	Mechanism string // what is wrong, in a sentence
	Origin    string // where it was shipped, reviewed or described
	// Expect is the rule that the scheduler is to find broken, "" where it finds none.
	Expect string
	// Model is the configuration of a specification that has the same fault, if any.
	Model string

	// Of those that Operators makes:
	Label    string // of the line, such as StealClaim
	Line     int    // that has the label
	Operator Operator

	patches []patch
}

// An Edit replaces a text that occurs once in its file.
type Edit struct{ Old, New string }

// patch replaces the bytes [from, to) of a file.
type patch struct {
	from, to int
	text     string
}

// Package returns the directory of the package that the mutant is of: wsq, pool or
// pool/classic.
func (m Mutant) Package() string { return path.Dir(m.File) }

// Generated reports whether the mutant comes from an operator.
func (m Mutant) Generated() bool { return m.Operator != "" }

// place names the labelled line of a mutant that an operator has made.
func (m Mutant) place() string { return place(m.File, m.Line) }

func place(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

// locate returns where the edits apply in the source, in order. It is an error if one
// of them does not, or not only once, or changes nothing.
func (m Mutant) locate(source []byte) ([]patch, error) {
	if len(m.Edits) == 0 && len(m.patches) == 0 {
		return nil, fmt.Errorf("mutant %s changes nothing", m.Name)
	}
	all := slices.Clone(m.patches)
	for _, e := range m.Edits {
		n := bytes.Count(source, []byte(e.Old))
		if n != 1 || e.Old == "" {
			return nil, fmt.Errorf("mutant %s is stale: %s has %d times, and not once:\n%s", m.Name, m.File, n, e.Old)
		}
		if e.Old == e.New {
			return nil, fmt.Errorf("mutant %s changes nothing: %s", m.Name, e.Old)
		}
		at := bytes.Index(source, []byte(e.Old))
		all = append(all, patch{at, at + len(e.Old), e.New})
	}
	slices.SortFunc(all, func(a, b patch) int { return a.from - b.from })
	for i := 1; i < len(all); i++ {
		if all[i].from < all[i-1].to {
			return nil, fmt.Errorf("mutant %s has edits that overlap", m.Name)
		}
	}
	return all, nil
}

// apply returns source[from:to] with those patches that are in there.
func apply(source []byte, from, to int, patches []patch) string {
	var b strings.Builder
	for _, p := range patches {
		if p.from < from || p.to > to {
			continue
		}
		b.Write(source[from:p.from])
		b.WriteString(p.text)
		from = p.to
	}
	b.Write(source[from:to])
	return b.String()
}

// Digest tells apart two mutants of the same name with different code: by the tokens of the
// functions that the edits are in, or else of the file. Comments and layout do not count.
func (m Mutant) Digest(source []byte) (string, error) {
	patches, err := m.locate(source)
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, m.File, source, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	sum := sha256.New()
	for _, p := range patches {
		from, to := 0, len(source)
		if f := functionAt(syntax, offset, p); f != nil {
			from, to = offset(f.Pos()), offset(f.End())
		}
		writeTokens(sum, apply(source, from, to, patches))
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:6]), nil
}

// writeTokens writes the tokens of Go code to w, without the comments.
func writeTokens(w io.Writer, code string) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(code)), []byte(code), nil, 0)
	for {
		_, t, text := s.Scan()
		if t == token.EOF {
			return
		}
		fmt.Fprintln(w, t, text)
	}
}
