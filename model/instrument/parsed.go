package instrument

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"sync"
)

// parsed has the texts of the parsed files. A file may change while Rewrite runs. The text to
// rewrite is the one that was parsed.
type parsed struct{ texts sync.Map } // from *ast.File to []byte

// parse is the ParseFile of a packages.Config.
func (p *parsed) parse(set *token.FileSet, name string, text []byte) (*ast.File, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark, which is legal only at the beginning of a file
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
