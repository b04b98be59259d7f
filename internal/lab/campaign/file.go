package campaign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/lab/results"
)

// Folder is the directory of results in a checkout.
const Folder = "internal/lab/results"

// The kinds of files of results, which begin their names.
const (
	OfMatrix = "kill-matrix" // all detectors
	OfLines  = "lines"       // mutants of lines without a label
)

// Today returns the packed file for a campaign that begins now.
func Today(root, kind string) string {
	return filepath.Join(root, Folder, kind+"-"+time.Now().UTC().Format(time.DateOnly)+".ndjson"+results.Packed)
}

// Newest returns the newest file of results of a kind in a checkout, or "" if there is none. A killed
// campaign leaves a plain file. That file has everything that the packed file of the same day has,
// and more.
func Newest(root, kind string) (string, error) {
	names, err := filepath.Glob(filepath.Join(root, Folder, kind+"-*.ndjson*"))
	names = slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasSuffix(strings.TrimSuffix(name, results.Packed), ".ndjson")
	})
	if err != nil || len(names) == 0 {
		return "", err
	}
	return slices.MaxFunc(names, func(a, b string) int {
		// Names sort by date. Of one day, the plain file is the newer one.
		return cmp.Or(strings.Compare(plainName(a), plainName(b)), len(b)-len(a))
	}), nil
}

func plainName(file string) string { return strings.TrimSuffix(file, results.Packed) }

// SourceOf returns the name of a file of results as the page shows it, which is always the packed
// one.
func SourceOf(file string) string { return filepath.Base(plainName(file)) + results.Packed }

// Unpack makes the plain file to which cells are added, and returns its name. If a killed campaign
// has left one, that campaign goes on.
func Unpack(packed string) (string, error) {
	plain := plainName(packed)
	if _, err := os.Stat(plain); err == nil {
		return plain, nil
	}
	text, err := results.Read(packed)
	if errors.Is(err, fs.ErrNotExist) {
		return plain, nil // Append creates the file
	}
	if err != nil {
		return "", err
	}
	return plain, results.Write(plain, text)
}

// Pack compresses the cells of a plain file that are still of use, and removes the plain file.
func (x Matrix) Pack(plain string) error {
	cells, err := Read(plain)
	if err != nil || len(cells) == 0 {
		return err
	}
	x.Cells = cells
	var text bytes.Buffer
	for _, c := range x.lasting() {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	if err := results.Write(plain+results.Packed, text.Bytes()); err != nil {
		return err
	}
	return os.Remove(plain)
}

// lasting returns the newest cell of each mutant and detector, in order. A cell of older code
// stays until there is one of the current code.
func (x Matrix) lasting() []Cell {
	type at struct {
		mutant   string
		detector Detector
	}
	newest := map[at]int{}
	for i, c := range x.Cells {
		now, known := x.Digests[c.Mutant]
		before, has := newest[at{c.Mutant, c.Detector}]
		if !known || has && c.Digest != now && x.Cells[before].Digest == now {
			continue
		}
		newest[at{c.Mutant, c.Detector}] = i
	}
	var all []Cell
	for i, c := range x.Cells {
		if last, has := newest[at{c.Mutant, c.Detector}]; has && last == i {
			all = append(all, c)
		}
	}
	return all
}

// Read reads lines of cells. In a plain file it drops a last line that was cut off. In a packed
// file such a line is damage.
func Read(file string) ([]Cell, error) {
	text, err := results.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Cell
	for n := 1; ; n++ {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		if !ended && (len(line) == 0 || !results.IsPacked(file)) {
			return all, nil
		}
		var c Cell
		if err := json.Unmarshal(line, &c); err != nil || c.Mutant == "" || c.Detector == "" || !ended {
			return nil, fmt.Errorf("%s:%d is not a cell of the matrix", file, n)
		}
		all, text = append(all, c), rest
	}
}

// Append adds a cell to a plain file. It overwrites a last line that an earlier run has left
// incomplete.
func Append(file string, c Cell) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(f)
	if err == nil {
		end := int64(bytes.LastIndexByte(text, '\n') + 1)
		err = f.Truncate(end)
		if err == nil {
			_, err = f.WriteAt(append(line, '\n'), end)
		}
	}
	return errors.Join(err, f.Close())
}
