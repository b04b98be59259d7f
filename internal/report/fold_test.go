package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ steps, want string }{
		{"", ""},
		{"abc", "abc"},
		{"aaa", "aaa"},
		{"aaaa", "aa (2)"},
		{"xababababy", "xabab (2) y"},
		{"xabababy", "xabababy"},
		{"aaaaabcabcabcabcabc", "aa (3) bcabca (2) bc"},
		{"aaaaaX", "aa (3) X"},
	} {
		var steps []Step
		for i, r := range c.steps {
			steps = append(steps, Step{Text: string(r), Pos: string(r), Read: fmt.Sprint(i), Broke: r == 'X'})
		}
		var got []string
		shown := 0
		for _, span := range Fold(steps) {
			shown += len(span.Steps)
			if span.Rounds > 0 {
				got = append(got, fmt.Sprintf("(%d)", span.Rounds))
				continue
			}
			text := ""
			for _, s := range span.Steps {
				text += s.Text
			}
			got = append(got, text)
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.steps)
		require.Equal(t, len(steps), shown, "no step is lost")
	}
}

// The step that breaks the rule is always shown.
func TestFold_Broken(t *testing.T) {
	steps := make([]Step, 10)
	steps[9].Broke = true
	spans := Fold(steps)
	last := spans[len(spans)-1]
	require.Zero(t, last.Rounds)
	require.True(t, last.Steps[len(last.Steps)-1].Broke)
}

// A long schedule has its beginning, its end, and the steps that break the rule. A short one is whole.
func TestWriteTable_LongSchedule(t *testing.T) {
	schedule := func(n int) (lines []string, text string) {
		steps := make([]Step, n)
		for i := range steps {
			steps[i] = Step{Number: i + 1, Thread: i % 3, Name: "thread", Text: fmt.Sprint("does ", i*i), Pos: fmt.Sprint("a.go:", i)}
		}
		steps[n/2].Broke = true
		var b strings.Builder
		require.NoError(t, WriteTable(&b, steps))
		return strings.Split(strings.TrimSpace(b.String()), "\n"), b.String()
	}
	lines, text := schedule(mostShown)
	require.Len(t, lines, mostShown+1)
	require.NotContains(t, text, "left out")

	lines, text = schedule(20_000)
	require.Len(t, lines, firstShown+lastShown+4)
	require.Contains(t, text, "a.go:99\n")
	require.NotContains(t, text, "a.go:100\n")
	require.Contains(t, text, "... 9900 steps are left out; check -html and -json write all")
	require.Contains(t, text, "> 10001")
	require.Contains(t, text, "... 9699 steps are left out")
	require.Contains(t, text, "a.go:19700\n")
}

// Equal rounds in the middle of a long schedule count as steps that are left out. At its beginning and its end they stay rounds.
func TestShorten_EqualRounds(t *testing.T) {
	steps := func(n int) []Step { return make([]Step, n) }
	lengths := func(spans ...Span) (all []string) {
		for _, s := range shorten(spans) {
			all = append(all, fmt.Sprintf("%d %t %d", len(s.Steps), s.Omitted, s.Rounds))
		}
		return all
	}
	equal := Span{Steps: steps(50), Rounds: 5}
	require.Equal(t, []string{"100 false 0", "450 true 0", "300 false 0"}, lengths(Span{Steps: steps(400)}, equal, Span{Steps: steps(400)}))
	require.Equal(t, []string{"100 false 0", "300 true 0", "100 false 0", "50 false 5", "200 false 0"}, lengths(Span{Steps: steps(500)}, equal, Span{Steps: steps(200)}))
	require.Equal(t, []string{"600 false 0", "50 false 5"}, lengths(Span{Steps: steps(600)}, equal))
}
