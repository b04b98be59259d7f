package tlc

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Translate returns the text of a module with its algorithm translated again.
func (w *Workspace) Translate(ctx context.Context, module string) ([]byte, error) {
	// The translator overwrites the file that it is given.
	dir, err := os.MkdirTemp(w.dir, "pcal-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	text, err := os.ReadFile(filepath.Join(w.dir, module+".tla"))
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, module+".tla")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return nil, err
	}
	cmd := w.java(ctx, true, "pcal.trans", "-nocfg", file)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	// The exit code does not always show a failure.
	if err != nil || !bytes.Contains(out, []byte("Translation completed.")) {
		return nil, fmt.Errorf("%s.tla: the translator failed:\n%s", module, bytes.TrimSpace(out))
	}
	return os.ReadFile(file)
}

// CheckTranslation returns a *StaleError unless the translation in a module matches its algorithm.
func (w *Workspace) CheckTranslation(ctx context.Context, module string) error {
	want, err := w.Translate(ctx, module)
	if err != nil {
		return err
	}
	have, err := os.ReadFile(filepath.Join(w.dir, module+".tla"))
	if err != nil {
		return err
	}
	if bytes.Equal(have, want) {
		return nil
	}
	a, b := bytes.Split(have, []byte("\n")), bytes.Split(want, []byte("\n"))
	line := func(lines [][]byte, i int) string {
		if i < len(lines) {
			return string(lines[i])
		}
		return "(the end)"
	}
	i := 0
	for i < min(len(a), len(b)) && bytes.Equal(a[i], b[i]) {
		i++
	}
	return &StaleError{fmt.Sprintf("%s.tla:%d: got %q, want %q; run: go -C internal/lab run . tlc -translate %s",
		module, i+1, line(a, i), line(b, i), module)}
}

// StaleError says that a translation does not match its algorithm.
type StaleError struct{ text string }

func (e *StaleError) Error() string { return e.text }
