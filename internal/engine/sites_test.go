package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each site has its own mark, and other code does not change it.
func TestMarks_AreOfTheCodeAlone(t *testing.T) {
	push := []Site{
		{"d.go:10", "Write", "d.top", "(*D).Push"},
		{"d.go:11", "", "d.items", "(*D).Push"},
		{"d.go:11", "", "d.items", "(*D).Push"}, // twice in one line
		{"d.go:12", "Write", "d.items", "(*D).Push"},
	}
	others := []Site{
		{"d.go:4", "Write", "d.top", "(*D).Pop"},
		{"e.go:10", "Write", "d.top", "(*D).Push"},
		{"d.go:30", "Write", "d.items", "(*D).Push__mutant_x"},
	}
	moved := append([]Site{}, others...)
	for _, s := range push {
		s.Pos = "d.go:99"
		moved = append(moved, s)
	}
	alone, beside := marksOf(push), marksOf(append(moved, others...))
	require.Equal(t, alone, beside[len(others):len(others)+len(push)])

	different := map[uint64]bool{}
	for _, m := range marksOf(append(push, others...)) {
		different[m] = true
	}
	require.Len(t, different, len(push)+len(others))
}
