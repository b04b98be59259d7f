package instrument

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// replacePackages puts replaced packages into the overlay. Their test files stay, and test the
// replacement.
func (r *run) replacePackages(overlay map[string]string) error {
	for path, model := range r.Replace {
		pkgs, err := r.load(packages.NeedName|packages.NeedFiles, false, path)
		if err != nil {
			return err
		}
		if len(pkgs) != 1 || len(pkgs[0].GoFiles) == 0 {
			return fmt.Errorf("instrument: %s cannot be replaced: it is not a package", path)
		}
		dir := filepath.Dir(pkgs[0].GoFiles[0])
		files, err := sources(dir)
		if err != nil {
			return err
		}
		copied := r.copyOf(dir)
		if copied == "" && !filepath.IsLocal(r.relative(dir)) {
			continue // its module is not rewritten, so no rewritten package imports it
		}
		for _, f := range files { // also those for other systems
			if copied == "" {
				overlay[f] = ""
			} else if err := os.Remove(filepath.Join(copied, filepath.Base(f))); err != nil {
				return err
			}
		}
		if model, err = filepath.Abs(model); err != nil {
			return err
		}
		files, err = sources(model)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("instrument: %s cannot be replaced by the files in %s: there are none", path, model)
		}
		for _, f := range files {
			if copied == "" {
				overlay[filepath.Join(dir, filepath.Base(f))] = f
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(copied, filepath.Base(f)), text, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// sources returns the files in a directory that are built into a package, without tests.
func sources(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		n := e.Name()
		built := strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") || strings.HasSuffix(n, ".s")
		if built && !e.IsDir() {
			files = append(files, filepath.Join(dir, n))
		}
	}
	return files, nil
}
