package console

import (
	"fmt"
	"os"
	"path/filepath"
)

// Writable creates the directory if necessary. It returns an error if no file can be written in it.
func Writable(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	if err := tryFile(dir); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	return nil
}

// WritableFile returns an error if the file cannot be written. It does not change the file.
func WritableFile(flag, file string) error {
	if file == "" {
		return nil
	}
	switch info, err := os.Stat(file); {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: %s is a directory; want a file", flag, file)
	case err == nil && !info.Mode().IsRegular():
		return nil
	}
	if err := tryFile(filepath.Dir(file)); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

func tryFile(dir string) error {
	f, err := os.CreateTemp(dir, ".stealproof-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}
