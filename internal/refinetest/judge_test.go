package refinetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/refine"
)

// corrupt replaces a read value by an earlier value of the same variable in the same trace.
func TestCorrupt(t *testing.T) {
	one := refine.Trace{{Action: "Raise", Holds: []string{`pc'[0] = "Look"`, "top = 4", "top' = 5"}}}
	two := refine.Trace{
		{Action: "Write(1)", Holds: []string{`pc'[1] = "Raise"`, "slots'[2] = 7"}},
		{Action: "Raise", Holds: []string{`pc'[0] = "Look"`, "top = 0", "top' = 1"}},
		{Action: "Look", Holds: []string{`pc'[0] = "Read"`, "top = 1"}},
		{Action: "Read", Holds: []string{`pc'[0] = "Idle"`, "slots[2] = 7"}},
		{Action: "Look", Holds: []string{`pc'[0] = "Read"`, "bottom = 3"}},
		{Action: "Write(1)", Holds: []string{`pc'[1] = "Idle"`, "top' = 2"}},
	}
	number, line := corrupt([]refine.Trace{one, two, one})
	require.Equal(t, 2, number)
	require.Equal(t, 3, line)
	require.Equal(t, `Look /\ pc'[0] = "Read" /\ top = 0`, two[2].String())
	require.Panics(t, func() { corrupt([]refine.Trace{one}) })
}
