package linearizability

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/anishathalye/porcupine"

	"github.com/stealproof/stealproof/model"
)

// WriteHTML writes porcupine's interactive picture of the history: what could be
// linearized, and where that ends, as far as it was found in a few seconds.
func WriteHTML(h *model.History, w io.Writer) error {
	m := Porcupine(h.Spec)
	_, info := porcupine.CheckOperationsVerbose(m, operations(h), judgement)
	return porcupine.Visualize(m, info, w)
}

// Save writes the history into dir as name.txt (the table), name.ndjson and
// name.html, and returns their paths. Each file appears whole or not at all.
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
		if err := writeWhole(path, f.write); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func writeWhole(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".stealproof-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}
