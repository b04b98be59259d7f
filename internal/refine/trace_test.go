package refine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

// A trace has the values of the code, not those of the machine. So TLC judges the code, whatever the comparison
// has let pass.
func TestTracer_TraceHasValuesOfTheCode(t *testing.T) {
	f, err := New(binding(), abp(t))
	require.NoError(t, err)
	tracer := f.Trace(text(t, "deque/ABP"))
	f.Begin()
	does := func(thread int, a model.Access) string {
		f.now = &a
		f.did(thread, f.w.Do(thread, 0)) // without the comparison
		return tracer.line[len(tracer.line)-1].String()
	}
	f.did(0, f.w.Do(0, 0)) // the owner chooses to push
	for _, c := range []struct {
		thread int
		does   model.Access
		says   string
	}{
		{0, model.Access{Kind: model.Store, Wrote: 0xc000}, "slots'[0] = 1"},
		{0, model.Access{Kind: model.Store, Wrote: 2}, "bottom' = 2"},
		{1, model.Access{Kind: model.Load, Read: 7}, "age = "},
		{1, model.Access{Kind: model.Load, Read: 0}, "bottom = 0"},
		{1, model.Access{Kind: model.Load, Read: 0xd000}, "slots[0] = 2"}, // another item
	} {
		require.Contains(t, does(c.thread, c.does), c.says)
	}
}
