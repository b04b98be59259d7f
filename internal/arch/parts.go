package arch

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Part is a group of files of one package. It may use only declarations of its own and of earlier parts.
type Part struct {
	Name  string
	Files []string
	Tests []string // tests that need no later part
}

// Parts are the parts of a package, from the lowest up.
type Parts struct {
	All    []Part
	Opaque []string // types that every part may name
	Public []string // parts that use only exported names of other parts

	Elsewhere []string // files of parts that only other builds have
	Against   []Against
}

// Against is a list of names of a later part that a part uses all the same. It may only shrink.
type Against struct {
	From, To string
	Names    []string
}

// ParseParts reads the format that poolparts.txt explains.
func ParseParts(text string) (*Parts, error) {
	p := &Parts{}
	seen := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if opaque, is := strings.CutPrefix(line, "opaque "); is {
			p.Opaque = append(p.Opaque, strings.Fields(opaque)...)
			continue
		}
		if public, is := strings.CutPrefix(line, "public "); is {
			p.Public = append(p.Public, strings.Fields(public)...)
			continue
		}
		if elsewhere, is := strings.CutPrefix(line, "elsewhere "); is {
			p.Elsewhere = append(p.Elsewhere, strings.Fields(elsewhere)...)
			continue
		}
		if against, is := strings.CutPrefix(line, "against "); is {
			from, names, _ := strings.Cut(against, ":")
			if pair := strings.Fields(from); len(pair) == 2 {
				p.Against = append(p.Against, Against{pair[0], pair[1], strings.Fields(names)})
				continue
			}
		}
		name, files, is := strings.Cut(line, ":")
		if !is || name == "" || strings.ContainsAny(name, " \t") {
			return nil, fmt.Errorf("line %d: %q is not a part; want name: files | tests", i+1, line)
		}
		files, tests, _ := strings.Cut(files, "|")
		part := Part{name, strings.Fields(files), strings.Fields(tests)}
		for _, one := range slices.Concat([]string{name + ":"}, part.Files, part.Tests) {
			if seen[one] {
				return nil, fmt.Errorf("line %d: %s is listed twice; remove one", i+1, one)
			}
			seen[one] = true
		}
		p.All = append(p.All, part)
	}
	return p, nil
}

// of returns the number of the part that a file belongs to, or -1.
func (p *Parts) of(file string) int {
	return slices.IndexFunc(p.All, func(part Part) bool {
		return slices.Contains(part.Files, file) || slices.Contains(part.Tests, file)
	})
}

// Check returns a message for each use of a declaration in a later part. It also returns one for each file that
// is in no part, and for each listed file that does not exist.
func (p *Parts) Check(pkg *types.Package, fset *token.FileSet, files []*ast.File, info *types.Info) []string {
	there := map[string]bool{}
	var faults []string
	for _, f := range files {
		name := base(fset, f.Pos())
		there[name] = true
		if p.of(name) < 0 {
			faults = append(faults, fmt.Sprintf("%s is in no part; add it to a part in the list", name))
		}
	}
	for _, part := range p.All {
		for _, name := range slices.Concat(part.Files, part.Tests) {
			if !there[name] && !slices.Contains(p.Elsewhere, name) {
				faults = append(faults, fmt.Sprintf("part %s lists the file %s, which does not exist; remove it", part.Name, name))
			}
		}
	}
	type use struct {
		id *ast.Ident
		of types.Object
	}
	var uses []use
	for id, o := range info.Uses {
		if o.Pkg() == pkg {
			uses = append(uses, use{id, o})
		}
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(a.id.Pos(), b.id.Pos()) })
	excused := map[string]bool{}
	for _, u := range uses {
		if fault := p.judge(fset, u.id, u.of, excused); fault != "" {
			faults = append(faults, fault)
		}
	}
	for _, a := range p.Against {
		for _, name := range a.Names {
			if !excused[a.From+" "+a.To+" "+name] {
				faults = append(faults, fmt.Sprintf("part %s no longer uses %s of part %s against the order; remove it from the list", a.From, name, a.To))
			}
		}
	}
	return faults
}

// judge returns a message if a use is not allowed, and otherwise "". It notes which uses of Against it has met.
func (p *Parts) judge(fset *token.FileSet, id *ast.Ident, of types.Object, excused map[string]bool) string {
	at, declared := fset.Position(id.Pos()), fset.Position(of.Pos())
	from, to := p.of(base(fset, id.Pos())), p.of(base(fset, of.Pos()))
	if from < 0 || to < 0 || from == to {
		return ""
	}
	why := ""
	switch _, isType := of.(*types.TypeName); {
	case isType && slices.Contains(p.Opaque, of.Name()):
	case from < to && p.against(from, to, of.Name()):
		excused[p.All[from].Name+" "+p.All[to].Name+" "+of.Name()] = true
	case from < to:
		why = "is a later part"
	case slices.Contains(p.Public, p.All[from].Name) && !of.Exported():
		why = "does not export it"
	}
	if why == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d: part %s uses %s of part %s (%s:%d), which %s",
		at.Filename, at.Line, p.All[from].Name, of.Name(), p.All[to].Name, declared.Filename, declared.Line, why)
}

func (p *Parts) against(from, to int, name string) bool {
	return slices.ContainsFunc(p.Against, func(a Against) bool {
		return a.From == p.All[from].Name && a.To == p.All[to].Name && slices.Contains(a.Names, name)
	})
}

func base(fset *token.FileSet, pos token.Pos) string {
	name := fset.Position(pos).Filename
	return name[strings.LastIndex(name, "/")+1:]
}
