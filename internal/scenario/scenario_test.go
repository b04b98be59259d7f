package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// words returns a call in the form with brackets.
func words(c Call) string {
	if len(c.Args) == 0 {
		return c.Name
	}
	return c.Name + "(" + strings.Join(c.Args, ", ") + ")"
}

// Both older forms are read: that of deques, and that of any structure.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"push push pop | steal*3":             "push push pop | steal*3",
		"push*2 ; pop|batch:2*3":              "push push ; pop | batch(2)*3",
		" | steal":                            "| steal",
		"push ;  | steal":                     "push ;  | steal",
		"; Add(1, 1) | Add(1, 2);":            "; Add(1, 1) | Add(1, 2) ;",
		"Put(1, 1); Get(1) | Delete(1); Len":  "Put(1, 1) ; Get(1) | Delete(1) ; Len",
		`Put("a | ) ; b", {1 [2]}) | Get (3)`: `Put("a | ) ; b", {1 [2]}) | Get(3)`,
		"Inc()*3|Inc ( ) Inc":                 "Inc*3 | Inc Inc",
		"push\u2003pop":                       "push pop",
	} {
		s, parts, err := Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, s.Text(parts == 3, words), text)
		again, n, err := Parse(want)
		require.NoError(t, err, want)
		require.Equal(t, want, again.Text(n == 3, words))
	}
}

func TestParse_Wrong(t *testing.T) {
	for text, want := range map[string]string{
		"a:":                       `"a:": want a word after the colon`,
		"a | (1)":                  `"(1)": want the name of an operation first`,
		"a;b;c;d":                  "more than three parts",
		"a(":                       "a bracket without its counterpart",
		"a)":                       "a bracket without its counterpart",
		`a(")`:                     "a quotation mark without its counterpart",
		"a*0":                      `"a*0": want a number from 1 to 1000 after *`,
		"a*1e9":                    "want a number from 1",
		"a*999 b*2":                "more than 1000 operations",
		strings.Repeat("a ", 1001): "more than 1000 operations",
	} {
		_, _, err := Parse(text)
		require.ErrorContains(t, err, want, text)
	}
	_, _, err := Parse("a | b*0")
	var at *Error
	require.ErrorAs(t, err, &at)
	require.Equal(t, Place{Threads, 1}, at.At)
}

func TestProp_TextIsRead(t *testing.T) {
	thread := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b(1)", `c("|;", x)`}), 1, 4)
	same := func(c string) string { return c }
	rapid.Check(t, func(t *rapid.T) {
		s := Of[string]{Prepare: thread.Draw(t, "prepare"), Threads: rapid.SliceOfN(thread, 1, 3).Draw(t, "threads")}
		ended := rapid.Bool().Draw(t, "ended")
		if ended {
			s.After = thread.Draw(t, "after")
		}
		read, parts, err := Parse(s.Text(ended, same))
		require.NoError(t, err)
		require.Equal(t, ended, parts == 3)
		back, err := Convert(read, func(_ Place, c Call) (string, error) { return words(c), nil })
		require.NoError(t, err)
		require.Equal(t, s, back)
	})
}

func TestConvert_SaysWhere(t *testing.T) {
	wrong := errors.New("wrong")
	_, err := Convert(Of[int]{Threads: [][]int{{1}, {2, 3}}}, func(_ Place, n int) (string, error) {
		if n == 3 {
			return "", wrong
		}
		return fmt.Sprint(n), nil
	})
	require.ErrorIs(t, err, wrong)
	var at *Error
	require.ErrorAs(t, err, &at)
	require.Equal(t, Place{Threads, 1}, at.At)
}

// What is needed stays, each thread keeps a call, and the bounds are kept. The scenario does not change.
func TestProp_Reduce(t *testing.T) {
	some := func(least int) *rapid.Generator[[]int] { return rapid.SliceOfN(rapid.IntRange(0, 3), least, 5) }
	rapid.Check(t, func(t *rapid.T) {
		b := Bounds{Threads: rapid.IntRange(1, 2).Draw(t, "threads"), Fixed: rapid.IntRange(0, 1).Draw(t, "fixed")}
		s := Of[int]{some(0).Draw(t, "prepare"), rapid.SliceOfN(some(1), b.Threads, 4).Draw(t, "all"), some(0).Draw(t, "after")}
		need := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "need")
		keeps := func(s Of[int]) bool {
			return !slices.ContainsFunc(need, func(n int) bool { return !s.Any(func(c int) bool { return c == n }) })
		}
		before := fmt.Sprint(s)
		small := s.Reduce(b, keeps)
		require.Equal(t, before, fmt.Sprint(s))
		if !keeps(s) {
			require.Equal(t, s, small)
			return
		}
		require.True(t, keeps(small))
		require.GreaterOrEqual(t, len(small.Threads), b.Threads)
		for i, calls := range small.Threads {
			require.True(t, i < b.Fixed || len(calls) > 0, "a thread without calls")
		}
		slices.Sort(need)
		most := len(slices.Compact(need)) + len(small.Threads)
		require.LessOrEqual(t, small.Size(), most)
	})
}

// Any text is read or refused. What is read has a text that is read in the same way.
func TestProp_AnyText(t *testing.T) {
	letters := rapid.StringOfN(rapid.SampledFrom([]rune("ab1 \t\u00a0(){}[]\"\\|;:*,-é")), 0, 24, -1)
	rapid.Check(t, func(t *rapid.T) {
		s, parts, err := Parse(letters.Draw(t, "text"))
		if err != nil || s.Any(func(c Call) bool { return strings.ContainsAny(strings.Join(c.Args, ""), ",") }) {
			return
		}
		text := s.Text(parts == 3, words)
		again, n, err := Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, text, again.Text(n == 3, words))
	})
}
