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

// Folder is where results are kept, in a checkout.
const Folder = "internal/lab/results"

// Today returns the packed file for the results of a campaign that begins now.
func Today(root string) string {
	return filepath.Join(root, Folder, "kill-matrix-"+time.Now().UTC().Format(time.DateOnly)+".ndjson"+results.Packed)
}

// Newest returns the newest file of results in a checkout, or "" if there is none. A plain file
// is of a campaign that was killed. It has all that the packed one of the same day has, and more.
func Newest(root string) (string, error) {
	names, err := filepath.Glob(filepath.Join(root, Folder, "kill-matrix-*.ndjson*"))
	names = slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasSuffix(strings.TrimSuffix(name, results.Packed), ".ndjson")
	})
	if err != nil || len(names) == 0 {
		return "", err
	}
	return slices.MaxFunc(names, func(a, b string) int {
		// Dates sort. Of one day the plain file is the newer one.
		return cmp.Or(strings.Compare(plainName(a), plainName(b)), len(b)-len(a))
	}), nil
}

func plainName(file string) string { return strings.TrimSuffix(file, results.Packed) }

// SourceOf is the name of a file of results in the page, where it is always packed.
func SourceOf(file string) string { return filepath.Base(plainName(file)) + results.Packed }

// Unpack makes the plain file to which cells are added, and returns its name. If there is one, a
// campaign was killed: it goes on.
func Unpack(packed string) (string, error) {
	plain := plainName(packed)
	if _, err := os.Stat(plain); err == nil {
		return plain, nil
	}
	text, err := results.Read(packed)
	if errors.Is(err, fs.ErrNotExist) {
		return plain, nil // Append makes it
	}
	if err != nil {
		return "", err
	}
	return plain, results.Write(plain, text)
}

// Pack compresses the cells of a plain file that still say something, and removes the plain file.
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
// lasts until there is one of the code as it is now.
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

// Read reads lines of cells. In a plain file, a last line that was cut off in the middle is left
// out. A packed file is whole, or damaged.
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
			return nil, fmt.Errorf("%s:%d is no cell of the matrix", file, n)
		}
		all, text = append(all, c), rest
	}
}

// Append adds a cell to a plain file. A line that an earlier run has left in the middle is
// written over.
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
