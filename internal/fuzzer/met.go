package fuzzer

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"

	"github.com/stealproof/stealproof/internal/engine"
)

// EnvMet is a directory in which each process that go test -fuzz starts notes what
// its executions have met, for [ReadMet]. Go's fuzzer keeps inputs that it takes for
// interesting, and those do not say what the others have met.
const EnvMet = "STEALPROOF_FUZZ_MET"

// met is what the executions of this process have met: how many they were, then a
// bit for each feature.
type met struct {
	file *os.File
	all  [8 + engine.Features/8]byte
}

// newMet returns nil unless somebody wants to know.
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

// note takes in an execution, and writes all of it, since the fuzzer may end the
// process at any time. It does the same whether a feature is new or not: a branch
// would have a coverage counter, and tell the fuzzer what this is to measure.
func (m *met) note(features []uint16) {
	for _, n := range features {
		m.all[8+n/8] |= 1 << (n % 8)
	}
	binary.LittleEndian.PutUint64(m.all[:], binary.LittleEndian.Uint64(m.all[:])+1)
	if _, err := m.file.WriteAt(m.all[:], 0); err != nil {
		panic(fmt.Sprintf("%s: %v", EnvMet, err))
	}
}

// ReadMet returns how many features all processes have met together, in how many
// executions.
func ReadMet(dir string) (features, executions int, err error) {
	list, err := names(dir)
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
			continue // it has run nothing
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
