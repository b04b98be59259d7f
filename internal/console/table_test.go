package console

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	table := Table{Header: []string{"name", "first\nlast", "much", "says"}, First: 1, Last: 2, Lines: [][]string{
		{"a", "1", "1,000", "yes"},
		{"longer than that", "22", "5", ""},
		{"é", "", "-"},
	}}
	require.Equal(t, ""+
		"                  first\n"+
		"name               last   much  says\n"+
		"------------------------------------\n"+
		"a                     1  1,000  yes\n"+
		"longer than that     22      5\n"+
		"é                            -\n", table.String())
}

// A long text at the end of a row goes on in the lines below.
func TestTable_Folds(t *testing.T) {
	long := "some executions had more than 10,000 steps, and beyond that one order of the threads was tried"
	table := Table{Header: []string{"name", "n", "says"}, First: 1, Last: 1, Lines: [][]string{
		{"a long name, so that there is little room", "1", long},
		{"b", "2", "short"},
		{"c", "3"},
	}}
	require.Equal(t, ""+
		"name                                       n  says\n"+
		"----------------------------------------------------------------------------------------------------\n"+
		"a long name, so that there is little room  1  some executions had more than 10,000 steps, and beyond\n"+
		"                                              that one order of the threads was tried\n"+
		"b                                          2  short\n"+
		"c                                          3\n", table.String())

	table = Table{Header: []string{"name", "n"}, First: 1, Last: 1, Lines: [][]string{{"a", long}}}
	require.Contains(t, table.String(), long, "numbers are not folded")
}

func TestWrap(t *testing.T) {
	long := "a line of words that is longer than what a terminal of usual width has room for, so that it has to be broken"
	require.Equal(t, "a line of words that is longer than what a terminal of usual width has room for, so that it has to\nbe broken\n", Wrap(long))
	require.Equal(t, "- a line of words that is longer than what a terminal of usual width has room for, so that it has\n  to be broken\n", Wrap("- "+long))
	require.Equal(t, "two\nlines\n", Wrap("two\nlines"))
	require.Equal(t, "\n", Wrap(""))
	word := "a-word-that-no-line-of-this-width-has-room-for-and-that-is-broken-nowhere-since-it-has-no-blank-in-it-at-all"
	require.Equal(t, "see\n"+word+"\n", Wrap("see "+word))
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		require.Equal(t, want, Count(n))
	}
	require.Equal(t, "1 test", Plural(1, "test"))
	require.Equal(t, "2,000 tests", Plural(2000, "test"))
}

func TestWorse(t *testing.T) {
	require.True(t, Worse(Violation, Held))
	require.False(t, Worse(Held, CutShort))
	require.False(t, Worse(Held, Held))
	for state, code := range map[State]int{Held: ExitHeld, CutShort: ExitCut, NotRun: ExitCut, Violation: ExitBroken, Unknown: ExitBroken, Vacuous: ExitBroken} {
		require.Equal(t, code, ExitCode(state), state)
	}
}
