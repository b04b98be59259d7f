package instrument

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"sync"
)

// parsed has the texts of the files that were parsed. A file may be changed while it is
// read: what is rewritten is the text that the positions of its syntax are of.
type parsed struct{ texts sync.Map } // *ast.File, to []byte

// parse is a packages.Config's ParseFile.
func (p *parsed) parse(set *token.FileSet, name string, text []byte) (*ast.File, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark, which may only come first
	f, err := parser.ParseFile(set, name, text, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
	if f != nil {
		p.texts.Store(f, text)
	}
	return f, err
}

func (p *parsed) of(f *ast.File) []byte {
	text, _ := p.texts.Load(f)
	return text.([]byte)
}
