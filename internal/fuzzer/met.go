package fuzzer

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer/loop"
)

// EnvMet names a directory. Each process of go test -fuzz records there which features its executions had, for
// [ReadMet]. The inputs that Go's fuzzer keeps do not tell this, because it drops all inputs that it does not
// find interesting.
const EnvMet = "STEALPROOF_FUZZ_MET"

// met has the features of this process's executions: first the number of executions, then one bit for each
// feature.
type met struct {
	file *os.File
	all  [8 + engine.Features/8]byte
}

// newMet returns nil unless the variable is set.
func newMet() (*met, error) {
	dir := os.Getenv(EnvMet)
	if dir == "" {
		return nil, nil
	}
	file, err := os.CreateTemp(dir, "met-*")
	if err != nil {
		return nil, err
	}
	return &met{file: file}, nil
}

// note records an execution and writes the whole record, because the fuzzer may end the process at any time. It
// does the same work whether a feature is new or not. A branch would have a coverage counter, and so tell the
// fuzzer what the record is meant to measure.
func (m *met) note(features []uint16) {
	for _, n := range features {
		m.all[8+n/8] |= 1 << (n % 8)
	}
	binary.LittleEndian.PutUint64(m.all[:], binary.LittleEndian.Uint64(m.all[:])+1)
	if _, err := m.file.WriteAt(m.all[:], 0); err != nil {
		panic(fmt.Sprintf("%s: %v", EnvMet, err))
	}
}

// ReadMet returns the number of features and of executions of all processes together.
func ReadMet(dir string) (features, executions int, err error) {
	list, err := loop.Names(dir)
	if err != nil {
		return 0, 0, err
	}
	var together [engine.Features / 8]byte
	for _, name := range list {
		text, err := os.ReadFile(filepath.Join(dir, name))
		switch {
		case err != nil:
			return 0, 0, err
		case len(text) == 0:
			continue // the process has run nothing
		case len(text) != 8+len(together):
			return 0, 0, fmt.Errorf("%s has %d bytes", name, len(text))
		}
		executions += int(binary.LittleEndian.Uint64(text))
		for i, b := range text[8:] {
			together[i] |= b
		}
	}
	for _, b := range together {
		features += bits.OnesCount8(b)
	}
	return features, executions, nil
}
