package linearizability

import (
	"io"
	"path/filepath"

	"github.com/anishathalye/porcupine"

	"github.com/stealproof/stealproof/internal/atomicfile"
	"github.com/stealproof/stealproof/model"
)

// WriteHTML writes porcupine's interactive picture of the history. It shows which
// operations could be linearized and where that ends, as far as a search of 10 seconds
// finds out. It returns an error of porcupine or of w.
func WriteHTML(h *model.History, w io.Writer) error {
	m := Porcupine(h.Spec)
	_, info := porcupine.CheckOperationsVerbose(m, operations(h), judgement)
	return porcupine.Visualize(m, info, w)
}

// Save writes the history into dir as name.txt (a table), name.ndjson and name.html. It
// returns the paths of the files that it has written. Each file appears whole or not at
// all.
func Save(h *model.History, dir, name string) (paths []string, err error) {
	for _, f := range []struct {
		ext   string
		write func(io.Writer) error
	}{
		{"txt", h.WriteTable},
		{"ndjson", h.WriteNDJSON},
		{"html", func(w io.Writer) error { return WriteHTML(h, w) }},
	} {
		path := filepath.Join(dir, name+"."+f.ext)
		if err := atomicfile.Write(path, f.write); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}
