package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// qualified returns the text of pkg.Name. If a shim has Name, it replaces pkg. It reports false if
// x is not a package.
func (f *file) qualified(e *ast.SelectorExpr) (string, bool) {
	id, is := e.X.(*ast.Ident)
	if !is {
		return "", false
	}
	pkg, is := f.pkg.TypesInfo.Uses[id].(*types.PkgName)
	if !is {
		return "", false
	}
	path := pkg.Imported().Path()
	name := id.Name
	if s := f.provided(path, e.Sel.Name); s != nil {
		name = s.alias
		f.added[s.alias] = s.path
		f.dropped[path] = true
		f.noteVersion(path)
	} else {
		f.kept[path] = true
	}
	return name + f.between(id.End(), e.End()), true
}

// render returns the text of the file.
func (f *file) render() string {
	type piece struct {
		text string
		decl *ast.GenDecl // imports are rendered last
	}
	var pieces []piece
	at := f.syntax.Name.End()
	for _, d := range f.syntax.Decls {
		pieces = append(pieces, piece{text: f.between(at, d.Pos())})
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				pieces = append(pieces, piece{decl: d})
			} else {
				pieces = append(pieces, piece{text: f.node(d)})
			}
		case *ast.FuncDecl:
			f.function = functionName(d)
			f.labelled = f.hasLabel(d)
			_, f.unreported = f.refused[d]
			search, parameters := f.search(d)
			pieces = append(pieces, piece{text: f.splice(d, func(c ast.Node) string {
				switch {
				case c == d.Body:
					text := f.body(d.Type, d.Body)
					if _, refused := f.refused[d]; refused && !f.unreported {
						f.unreported = true // what was refused has no valid text
						clear(f.hoisted)
						clear(f.addresses)
						clear(f.pointers)
						text = f.body(d.Type, d.Body)
					}
					return text[:1] + search + f.ends(d) + text[1:]
				case c == d.Type.Params && parameters != "":
					return parameters + newlines(f.between(c.Pos(), c.End()))
				}
				return f.plain(c)
			})})
			f.function, f.unreported = "", true
		}
		at = d.End()
	}
	pieces = append(pieces, piece{text: f.between(at, f.syntax.FileEnd)})

	var b strings.Builder
	first, head := f.constrained(f.between(f.syntax.FileStart, f.syntax.Name.End()))
	fmt.Fprintf(&b, "%s//line %s:1\n%s", first, f.path, head)
	for _, alias := range slices.Sorted(maps.Keys(f.added)) {
		fmt.Fprintf(&b, "; import %s %q", alias, f.added[alias])
	}
	for _, p := range pieces {
		b.WriteString(p.text)
		if p.decl != nil {
			b.WriteString(f.splice(p.decl, f.importSpec))
		}
	}
	return b.String()
}

// importSpec returns the text of an import. It is blank if the shim has all names that the file
// uses.
func (f *file) importSpec(n ast.Node) string {
	s := n.(*ast.ImportSpec)
	path, err := strconv.Unquote(s.Path.Value)
	if err == nil && f.dropped[path] && !f.kept[path] {
		return "_ " + s.Path.Value
	}
	return f.between(s.Pos(), s.End())
}
