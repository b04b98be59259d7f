package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// linkGo makes the go command take overlays for the sources of Go. It takes none for files in the module
// cache, and a Go that the go command has downloaded is there. So this process and its children use a
// directory of links to that Go. It lies in the user's cache.
func linkGo(ctx context.Context, dir string) error {
	linking.Lock()
	defer linking.Unlock()
	c := exec.CommandContext(ctx, "go", "env", "GOROOT")
	c.Dir = dir
	output, err := c.Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	root := strings.TrimSpace(string(output))
	name, is := toolchainOf(root)
	if !is {
		return nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	links := filepath.Join(cache, "stealproof", "go", name)
	if err := linkAll(root, links); err != nil {
		return err
	}
	return errors.Join(
		os.Setenv("GOROOT", links), os.Setenv("GOTOOLCHAIN", "local"),
		os.Setenv("PATH", filepath.Join(links, "bin")+string(os.PathListSeparator)+os.Getenv("PATH")),
	)
}

var linking sync.Mutex

// toolchainOf returns the version of a Go in the module cache, as its directory has it.
func toolchainOf(root string) (name string, is bool) {
	_, name, is = strings.Cut(filepath.ToSlash(root), "/golang.org/toolchain@")
	return name, is && !strings.Contains(name, "/")
}

// linkAll fills a directory with links to the entries of another one, unless it has them.
func linkAll(from, to string) error {
	if _, err := os.Stat(filepath.Join(to, "bin")); err == nil {
		return nil
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, e := range entries {
		link := filepath.Join(to, e.Name())
		if at, err := os.Readlink(link); err == nil && at != filepath.Join(from, e.Name()) {
			_ = os.Remove(link) // the module cache has moved
		}
		if err := os.Symlink(filepath.Join(from, e.Name()), link); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}

// newDir returns a temporary directory for what is built from a source.
func newDir(ctx context.Context, s Source) (string, error) {
	if err := linkGo(ctx, s.Dir); err != nil {
		return "", err
	}
	return os.MkdirTemp("", "stealproof-")
}
