package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

func TestToken(t *testing.T) {
	short := Token{Origin: "p q", Test: "TestA/x y", Search: 3, Decisions: []strategy.Decision{
		{Thread: 1, Op: strategy.Op{Kind: strategy.Write, Object: 5}},
		{Thread: 1, Op: strategy.Op{Kind: strategy.Local, Object: -1}},
		{Thread: -1, Choice: 2},
		{Thread: 0, Op: strategy.Op{Kind: strategy.Join, Object: -1}},
	}}
	long := short
	for range 500 {
		long.Decisions = append(long.Decisions, short.Decisions...)
	}
	programmed, longProgrammed := short, long
	programmed.Program, longProgrammed.Program = "Put(1); Get() | Put(2);", strings.Repeat("Get() ", 100)
	turning, longTurning := programmed, long
	turning.Turns, longTurning.Turns = 12, 3
	for _, token := range []Token{short, long, programmed, longProgrammed, turning, longTurning, {}} {
		text := token.String()
		got, err := ParseToken(text)
		require.NoError(t, err)
		require.Equal(t, token, got)
		for _, damaged := range []string{text[1:], text[:len(text)-1], strings.ToUpper(text), text + "A", ""} {
			_, err := ParseToken(damaged)
			require.ErrorIs(t, err, errToken, damaged)
		}
	}
	require.Less(t, len(long.String()), 200, "rounds of a loop take no room")
	require.Equal(t, "p", short.Package())
}
