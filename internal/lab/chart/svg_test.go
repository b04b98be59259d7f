package chart

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each style is named once and keeps every value that is not normal. The elements stay.
func TestSmall(t *testing.T) {
	const head = "<svg width=\"1\"\n\txmlns=\"x\">\n"
	const text = `<text x="1"` + "\n\t" + `style="font-family:Liberation Serif;font-variant:normal;font-weight:normal;font-style:italic;font-size:9px">one</text>` + "\n"
	require.Equal(t, head+`<style>
.s0{fill:#FFFFFF}
.s1{font-family:Liberation Serif,Tinos,Times New Roman,Times,serif;font-style:italic;font-size:9px}
</style>
<path d="M0" class="s0" />
<path d="M1" class="s0" />
<text x="1" class="s1">one</text>
`, small(head+`<path d="M0" style="fill:#FFFFFF" />`+"\n"+`<path d="M1" style="fill:#FFFFFF" />`+"\n"+
		text))
	require.Equal(t, head+"<path/>\n", small(head+"<path/>\n"), "nothing has a style")
}

// A point that was measured once has no range, so none is drawn.
func TestRanged(t *testing.T) {
	all := points{{1, 2, 2, 2}, {2, 4, 3, 5}}
	require.Equal(t, all[1:], ranged(all))
	require.Len(t, all, 2)
	require.Empty(t, ranged(all[:1]))
}
