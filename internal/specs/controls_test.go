package specs

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

func callControls(t *testing.T, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	c := &console.Command{Name: "lab", Stdout: &out, Stderr: &errs}
	code = c.Run(t.Context(), ControlsVerb(c), args)
	return code, out.String(), errs.String()
}

// Without TLC, the machines run the controls of a checkout.
func TestControls_RunOnMachines(t *testing.T) {
	inCheckout(t)
	code, stdout, stderr := callControls(t, "-notlc", "abp")
	require.Equal(t, 0, code, stderr)
	require.Contains(t, stdout, "ABP.NoNil")
	require.Contains(t, stdout, "fails, as it must")
	require.NotContains(t, stdout, "NOT AS EXPECTED")
	require.Contains(t, stdout, "each with one fault in it")

	code, _, stderr = callControls(t, "-notlc", "-run", "Nothing", "abp")
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "no control matches")
}

// A control that has another trace is not as expected.
func TestControls_NoticeAnotherTrace(t *testing.T) {
	root := inCheckout(t)
	all, err := tla.Embedded.Controls()
	require.NoError(t, err)
	for i := range all {
		if all[i].Name() == "ABP.NoNil" {
			all[i].Trace++
		}
	}
	require.NoError(t, writeFile(root+"/tla/controls.ndjson", tla.EncodeControls(all)))
	code, stdout, _ := callControls(t, "-notlc", "-run", "ABP.NoNil", "abp")
	require.Equal(t, 1, code)
	require.Contains(t, stdout, "NOT AS EXPECTED")
}

// TLC finds that a property of a module was made empty: its control no longer fails.
func TestControls_TLCNoticesAnEmptyProperty(t *testing.T) {
	long.Skip(t, "it runs TLC")
	needTLC(t)
	root := inCheckout(t)
	tools, err := tlc.Find(t.Context(), tla.Embedded, io.Discard)
	require.NoError(t, err)
	k := &controls{tools: tools}
	all, err := tla.Embedded.Controls()
	require.NoError(t, err)
	i := slices.IndexFunc(all, func(c tla.Control) bool { return c.Name() == "ABP.NoNil" })
	require.GreaterOrEqual(t, i, 0)
	for _, empty := range []bool{false, true} {
		if empty {
			edit(t, root+"/tla/deque/MCABP.tla", "NoNil == taken[Nil] = 0", "NoNil == TRUE")
		}
		m, err := tla.Checkout(root).Find("ABP")
		require.NoError(t, err)
		f, err := k.byTLC(t.Context(), m, all[i], "MCABP", "")
		require.NoError(t, err)
		require.Equal(t, !empty, f.Message == all[i].Message && f.Trace == all[i].Trace, f.Message)
	}
}
