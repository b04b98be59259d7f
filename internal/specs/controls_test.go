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
	require.Contains(t, stdout, "NOT COUNTED: in how many states the goals of temporal properties are true, in 2 configurations.")
	require.NotContains(t, stdout, "LEFT OUT")

	code, stdout, stderr = callControls(t, "-notlc", "duffy", "spares") // only TLC runs some of Duffy's, and all of Spares
	require.Equal(t, 0, code, stdout+stderr)
	require.NotContains(t, stdout, "Spares")
	require.Regexp(t, `LEFT OUT: \d+ controls that only TLC runs\.`, stdout)

	code, _, stderr = callControls(t, "-notlc", "-run", "Nothing", "abp")
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "no control matches")
}

// A name that no module has is refused before anything is run or written.
func TestControls_RefuseAnUnknownModule(t *testing.T) {
	inCheckout(t)
	for _, flags := range [][]string{{"-notlc"}, {"-search"}, {"-search", "-anew"}} {
		code, stdout, stderr := callControls(t, append(flags, "abp", "Frame")...)
		require.Equal(t, 2, code, flags)
		require.Contains(t, stderr, `unknown module "Frame"; known are ABP, `, flags)
		require.Empty(t, stdout, flags)
	}
}

// A temporal property that was made constant is refused before any run. TLC would report a
// violation, as for a fault.
func TestControls_RefuseAConstantProperty(t *testing.T) {
	root := inCheckout(t)
	edit(t, root+"/tla/pool/MCJoin.tla", "AllEnd == ", "AllEnd == <>TRUE\nAllEndOfOld == ")
	code, _, stderr := callControls(t, "-notlc", "-run", "Join.AllEnd", "join")
	require.NotZero(t, code)
	require.Contains(t, stderr, "AllEnd has the constant TRUE in a temporal formula")
}

// A control that has another trace is not as expected.
func TestControls_NoticeAnotherTrace(t *testing.T) {
	root := inCheckout(t)
	all, err := tla.Controls(tla.Embedded)
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

// withTLC returns controls that run TLC.
func withTLC(t *testing.T) *controls {
	tools, err := tlc.Find(t.Context(), tla.Embedded, io.Discard)
	require.NoError(t, err)
	return &controls{tools: tools}
}

// TLC finds that a property of a module was made empty or weaker: its control no longer fails.
func TestControls_TLCNoticesAnEmptyProperty(t *testing.T) {
	long.Skip(t, "it runs TLC")
	needTLC(t)
	root, k := inCheckout(t), withTLC(t)
	all, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	for _, c := range []struct{ file, control, old, replacement string }{
		{"deque/MCChaseLev.tla", "ChaseLev.AllTaken", "AllTaken == <>[](Present = {})", "AllTaken == <>(Present = {})"},
		{"deque/MCChaseLev.tla", "ChaseLev.Fifo", "Fifo ==\n", "Fifo == [][TRUE]_vars\nFifoOfOld ==\n"},
		{"deque/MCChaseLev.tla", "ChaseLev.I4", "I4 == \\A", "I4 == TRUE\nI4OfOld == \\A"},
		{"pool/MCSpares.tla", "Spares.NobodyLeft", "NobodyLeft == ", "NobodyLeft == TRUE\nNobodyLeftOfOld == "},
		{"pool/MCPark.tla", "Park.NoLostLatch", "NoLostLatch ==", "NoLostLatch == TRUE\nNoLostLatchOfOld =="},
	} {
		edit(t, root+"/tla/"+c.file, c.old, c.replacement)
		i := slices.IndexFunc(all, func(k tla.Control) bool { return k.Name() == c.control })
		require.GreaterOrEqual(t, i, 0, c.control)
		m, err := tla.Checkout(root).Find(all[i].Module)
		require.NoError(t, err)
		if one := all[i]; one.Batched() { // within the length of its trace
			found, err := k.batch(t.Context(), m, one.Config, []tla.Trial{{Change: one.Change, Watched: []string{one.Property}, Levels: one.Trace, Brief: true}})
			require.NoError(t, err)
			require.Empty(t, found[0], c.control)
			continue
		}
		row, err := m.Row(all[i].Config)
		require.NoError(t, err)
		f, err := k.byTLC(t.Context(), m, all[i], row.Module, "", "")
		require.NoError(t, err)
		require.NotEqual(t, all[i].Message, f.Message, c.control)
	}
}

// A batch has the same traces as single runs, and finds that a property lacks a part.
func TestControls_ABatchNoticesAWeakerProperty(t *testing.T) {
	long.Skip(t, "it runs TLC")
	needTLC(t)
	root := inCheckout(t)
	tools, err := tlc.Find(t.Context(), tla.Embedded, io.Discard)
	require.NoError(t, err)
	all, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	i := slices.IndexFunc(all, func(c tla.Control) bool { return c.Module == "ABP" && slices.Contains(c.Parts, `slots[i] \in Present`) })
	require.GreaterOrEqual(t, i, 0)
	needs := all[i].Change
	for _, weaker := range []bool{false, true} {
		if weaker {
			edit(t, root+"/tla/deque/MCABP.tla", "/\\ \\A i \\in age.top..(bottom-1) : slots[i] \\in Present", "/\\ \\A i \\in age.top..(bottom-1) : TRUE")
		}
		m, err := tla.Checkout(root).Find("ABP")
		require.NoError(t, err)
		k := &controls{tools: tools, variants: map[string]tla.Control{}}
		for _, c := range all {
			if c.Config == "MCABP_N2T1C2" {
				k.variants[c.Name()] = c
				k.rows = append(k.rows, &modelRow{manifest: m, want: tla.Row{Config: c.Name()}})
			}
		}
		k.batches()
		b := k.batched["MCABP_N2T1C2"]
		require.NotNil(t, b)
		for _, c := range b.controls {
			found, err := b.of(t.Context(), k, c)
			require.NoError(t, err)
			require.Equal(t, weaker && c.Property == "I1" && c.Change == needs, found.Trace != c.Trace, c.Name())
			if !weaker {
				require.Subset(t, found.Parts, c.Parts, c.Name())
			}
		}
	}
}
