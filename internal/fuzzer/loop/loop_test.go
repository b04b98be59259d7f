package loop

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
)

func TestCorpus_Minimal(t *testing.T) {
	var c corpus
	add := func(schedule string, features ...uint16) {
		c.add(Bytes{nil, []byte(schedule)}, &engine.Outcome{Features: features})
	}
	add("long one", 1, 2, 3)
	add("ab", 1, 2)
	add("a", 1)
	require.Equal(t, 3, c.covered)
	require.False(t, c.isNew([]uint16{3, 1}))
	require.True(t, c.isNew([]uint16{4}))
	var left []string
	for _, e := range c.minimal() {
		left = append(left, string(e.Schedule))
	}
	require.Equal(t, []string{"a", "ab", "long one"}, left)
	add("x", 1, 2, 3)
	left = nil
	for _, e := range c.minimal() {
		left = append(left, string(e.Schedule))
	}
	require.Equal(t, []string{"a", "x"}, left)
}
