package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
)

// Without a terminal, a build prints a line every ten seconds, so a short build prints none.
func TestBuilding_SaysHowFarItIs(t *testing.T) {
	var out bytes.Buffer
	b := newBuilding(&out, "example.org/a")
	for second := range 26 {
		b.now = func() time.Time { return b.start.Add(time.Duration(second) * time.Second) }
		p := check.Progress{Doing: "rewriting"}
		if second > 12 {
			p = check.Progress{Doing: "building", Compiled: second - 12}
		}
		b.progress(p)
		if second == 9 {
			require.Empty(t, out.String())
		}
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Equal(t, []string{
		"example.org/a: rewriting, " + console.Seconds(10*time.Second),
		"example.org/a: building, 8 packages compiled, " + console.Seconds(20*time.Second),
	}, lines)
}

// On a terminal, a build shows one line, and updates it for each package.
func TestBuilding_IsOneLineOnATerminal(t *testing.T) {
	var out bytes.Buffer
	b := newBuilding(&out, "a")
	b.Live = true
	b.now = func() time.Time { return b.start }
	b.progress(check.Progress{Doing: "building", Compiled: 1})
	b.progress(check.Progress{Doing: "building", Compiled: 2})
	b.Clear()
	require.Equal(t, 2, strings.Count(out.String(), "compiled"))
	require.Contains(t, out.String(), "a: building, 2 packages compiled, ")
	require.NotContains(t, out.String(), "\n")
}
