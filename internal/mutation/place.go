package mutation

import (
	"go/parser"
	"go/token"
)

// A Place is where a mutant changes its file: it changes the lines From to To, in a function with the lines First to Last.
type Place struct{ From, To, First, Last int }

// Places returns the places that a mutant changes. It returns nil if the mutant also changes code outside functions. It
// returns an error if the source does not parse, or no longer has the code that the mutant replaces.
func (m Mutant) Places(source []byte) ([]Place, error) {
	patches, err := m.locate(source)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, m.File, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	line := fset.File(syntax.Pos()).Line
	at := func(offset int) int { return line(fset.File(syntax.Pos()).Pos(offset)) }
	var places []Place
	for _, p := range patches {
		f := functionAt(syntax, offset, p)
		if f == nil {
			return nil, nil
		}
		places = append(places, Place{at(p.from), at(max(p.from, p.to-1)), line(f.Pos()), line(f.End())})
	}
	return places, nil
}
