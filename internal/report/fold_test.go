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
			if span.Hidden > 0 {
				got = append(got, fmt.Sprintf("(%d)", span.Hidden))
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
	require.Zero(t, last.Hidden)
	require.True(t, last.Steps[len(last.Steps)-1].Broke)
}
