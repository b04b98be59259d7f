package instrument

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// A command that was built by an older Go says so in one line.
func TestOlderThan(t *testing.T) {
	reading := errors.New(`instrument: example.org/a: -: internal error in importing "example.org/b" (function with type parameters cannot have a receiver); please report an issue`)
	const why = "this command was built by go1.26.8, and cannot read packages of go1.27.3: build it again with that version, as go tool does"
	require.EqualError(t, olderThan(reading, "go1.26.8", "go1.27.3"), "instrument: "+why)
	syntax := errors.New("instrument: a.go:3: method must have no type parameters")
	require.EqualError(t, olderThan(syntax, "go1.26.8", "go1.27.3"), syntax.Error()+" ("+why+")")
	require.ErrorIs(t, olderThan(syntax, "go1.26.8", "go1.27.3"), syntax)
	for _, used := range []string{"go1.26.8", "go1.26.9", "go1.25.1", ""} {
		require.Same(t, syntax, olderThan(syntax, "go1.26.8", used))
	}
}
