package lin

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A failing history has a picture, and the failure has its path.
func TestPicture(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for _, more := range []Option{Linearizable, Relaxed(0)} {
		v, _ := searched(t, func() *register { return &register{racy: true} }, newRegisters, append(registerOps, more)...)
		require.NotNil(t, v.Failure)
		_, path, found := strings.Cut(v.Failure.Text, "picture: ")
		require.True(t, found, v.Failure.Text)
		path, _, _ = strings.Cut(path, "\n")
		page, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(page), "Add(1, 1) (1)")
		require.Contains(t, string(page), "[0 1 0]", "a state")
		require.NoError(t, os.Remove(path))
	}
	v, _ := searched(t, func() *register { return &register{racy: true} }, newRegisters, append(registerOps, Sequential)...)
	require.NotNil(t, v.Failure)
	require.NotContains(t, v.Failure.Text, "picture: ", "porcupine knows only linearizability")

	to := &tb{name: t.Name()}
	on := Check(to, func() *twice { return &twice{} }, func() *tallySpec { return &tallySpec{} }, Op("Inc", (*twice).Inc), Rounds(1))
	require.NotNil(t, on.Failure)
	require.Contains(t, to.errors[0], "picture: ")
}

// twice counts in steps of two.
type twice struct {
	//lint:ignore U1000 so that each has an address of its own
	n int
}

func (c *twice) Inc() int { return 2 }
