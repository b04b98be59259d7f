// Package results keeps the results of measurements and campaigns. The pages of docs quote
// them, and tests read them. Only programs read the files, so they are compressed:
//
//   - kill-matrix-DATE.ndjson.gz has the cells of docs/kill-matrix.md and docs/kill-matrix-rows.md.
//     "mutants -all" adds to it.
//   - pool.json.gz is a run of "bench", and sched.json.gz a run of "bench sched".
//   - seeds-quick.json.gz is a short run of "bench seeds", and seeds-full.json.gz one at full size.
//     seeds-001.json.gz is experiment 001 with 1, 4 and 8 workers, and seeds-001-two.json.gz with
//     two. deques.json.gz has the deques.
//   - corpus.json.gz has the results of "corpus", and verdicts.json.gz those of "corpus -check".
//
// "tables" makes the tables of docs/performance.md and docs/corpus.md from these runs. "tables -show FILE" prints one.
package results

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

// Packed is the end of the name of a compressed file.
const Packed = ".gz"

// IsPacked reports whether a file is compressed, by its name.
func IsPacked(file string) bool { return strings.HasSuffix(file, Packed) }

// Read returns the text of a file. It returns an error if a compressed file is damaged or cut off.
func Read(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil || !IsPacked(file) {
		return text, err
	}
	unpacked, err := unpack(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no whole gzip file: %w", file, err)
	}
	return unpacked, nil
}

// unpack reads to the end of the file, where the checksum is.
func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// Write writes a file in one piece: if it fails, the file is unchanged. It compresses the text if
// the name says so. The same text gives the same bytes with the same version of Go.
func Write(file string, text []byte) error {
	if IsPacked(file) {
		var err error
		if text, err = pack(text); err != nil {
			return err
		}
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() { // for example a terminal
		return os.WriteFile(file, text, 0)
	}
	part := file + ".part"
	if err := os.WriteFile(part, text, 0o644); err != nil {
		return err
	}
	return os.Rename(part, file)
}

func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
