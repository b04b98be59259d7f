package report_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

func TestLegend(t *testing.T) {
	legend := func(text string) []string { return report.Legend([]report.Step{{Kind: "read", Text: text}}) }
	for _, expr := range []string{"d.items[b&7] is 2", "d.items[b & 7] is 2", "d.items[(b+1)&7].Load()"} {
		require.Empty(t, legend(expr), expr)
	}
	for _, pointer := range []string{"p is &1", "p.CompareAndSwap: nil -> &2", "p.Swap: &1 -> nil", "p.CompareAndSwap fails: it is &3"} {
		require.Equal(t, []string{"&1, &2, ... are pointers: with the same number they point to the same."}, legend(pointer))
	}
}
