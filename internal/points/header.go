package points

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// marker begins the paragraph before the claims in the comment of a type.
const marker = "Linearization:"

// Read returns the claims in the comment of a type. The directory has the files of its package.
// The claims are the block after the paragraph that begins with "Linearization:". It returns an
// error if the code does not have an access that they name.
func Read(dir fs.FS, typ string) (Claims, error) {
	names, err := fs.Glob(dir, "*.go")
	if err != nil {
		return nil, err
	}
	var comment, code string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if d := declaration(f, typ); d != nil {
			comment = d.Doc.Text()
		}
		code += string(text)
	}
	c, err := parseHeader(comment)
	if err != nil {
		return nil, fmt.Errorf("%w (type %s)", err, typ)
	}
	for _, p := range c.Places() {
		if !written(p).MatchString(code) {
			return nil, fmt.Errorf("points: %s has a claim on %s, which is not in the code", typ, p)
		}
	}
	return c, nil
}

// declaration returns the declaration of a type, or nil if it is not in the file.
func declaration(f *ast.File, typ string) *ast.GenDecl {
	for _, d := range f.Decls {
		d, is := d.(*ast.GenDecl)
		if is && slices.ContainsFunc(d.Specs, func(s ast.Spec) bool {
			t, is := s.(*ast.TypeSpec)
			return is && t.Name.Name == typ
		}) {
			return d
		}
	}
	return nil
}

func parseHeader(comment string) (Claims, error) {
	lines := strings.Split(comment, "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, marker) })
	if i < 0 {
		return nil, fmt.Errorf("points: no comment that says %s", marker)
	}
	var block strings.Builder
	for _, l := range lines[i+1:] {
		switch indented := strings.HasPrefix(l, "\t"); {
		case indented:
			block.WriteString(l + "\n")
		case block.Len() > 0:
			return Parse(block.String())
		}
	}
	if block.Len() > 0 {
		return Parse(block.String())
	}
	return nil, fmt.Errorf("points: no claims after %s", marker)
}

// written finds an access in source text: the label at the end of a line, or the expression before
// a method.
func written(place string) *regexp.Regexp {
	if strings.Contains(place, ".") {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(place) + `\.`)
	}
	return regexp.MustCompile(`(?m)//tla:` + place + `$`)
}
