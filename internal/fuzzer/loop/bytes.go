package loop

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Bytes are an input in the form that a fuzzer has: bytes for the program, and bytes for its schedule.
type Bytes struct{ Program, Schedule []byte }

// version is the first line of a file in the format of Go's fuzzer.
const version = "go test fuzz v1"

// String returns the text of a corpus file, in the format of go test -fuzz.
func (b Bytes) String() string {
	return fmt.Sprintf("%s\n[]byte(%q)\n[]byte(%q)\n", version, b.Program, b.Schedule)
}

// Name returns the name that Go's fuzzer gives to the corpus file.
func (b Bytes) Name() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))[:16]
}

// Parse is the inverse of [Bytes.String].
func Parse(text string) (Bytes, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if strings.TrimSpace(lines[0]) != version {
		return Bytes{}, fmt.Errorf("it does not begin with %q", version)
	}
	if len(lines) != 3 {
		return Bytes{}, fmt.Errorf("it has %d values; an input for schedule fuzzing has two, both []byte", len(lines)-1)
	}
	var values [2][]byte
	for i, line := range lines[1:] {
		line = strings.TrimSpace(line)
		inner, is := strings.CutPrefix(line, "[]byte(")
		inner, closed := strings.CutSuffix(inner, ")")
		s, err := strconv.Unquote(inner)
		if !is || !closed || err != nil {
			return Bytes{}, fmt.Errorf("value %d is not []byte(\"...\")", i+1)
		}
		values[i] = []byte(s)
	}
	return Bytes{values[0], values[1]}, nil
}

// ReadFile reads a corpus file.
func ReadFile(path string) (Bytes, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Bytes{}, err
	}
	b, err := Parse(string(text))
	if err != nil {
		return Bytes{}, fmt.Errorf("%s is not a corpus file: %w", path, err)
	}
	return b, nil
}

// WriteFile writes the input into a directory, under its name. The file appears whole or not at all.
func (b Bytes) WriteFile(dir string) (path string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	path = filepath.Join(dir, b.Name())
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(b.String())
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return path, nil
}

// Names returns the names of the corpus files in a directory. The directory may be missing.
func Names(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var all []string
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			all = append(all, e.Name())
		}
	}
	return all, err
}
