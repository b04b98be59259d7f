package console

import (
	"bytes"
	"encoding/json"
)

// Encode returns a document as indented JSON.
func Encode(d any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		panic(err) // all documents can be encoded
	}
	return b.String()
}
