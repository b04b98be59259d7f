package main

import (
	"fmt"
	"os"
)

// writable makes the directory if it is not there, and returns an error if no
// file can be written in it.
func writable(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	f, err := os.CreateTemp(dir, ".stealproof-*")
	if err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	f.Close()
	return os.Remove(f.Name())
}
