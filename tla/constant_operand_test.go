package tla_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// A temporal property that was made constant is refused with its name. For TLC it would fail in
// each variant, as its control must.
func TestManifest_NoConstantInATemporalFormula(t *testing.T) {
	const allEnd = `AllEnd == <>[](\A p \in Process : pc[p] = "Done")`
	for _, c := range []struct {
		name, property, constant string
	}{
		{"as it is", allEnd, ""},
		{"true", "AllEnd == <>TRUE", "TRUE"},
		{"true at once", "AllEnd == <>[]TRUE", "TRUE"},
		{"true in the end", "AllEnd == []<>(1 = 1)", "(1 = 1)"},
		{"a constant of the module", "AllEnd == <>(Workers > 0)", "(Workers > 0)"},
		{"another definition", "AllEnd == <>Fine\nFine == Len(Kids) > 0", "Fine"},
		{"another temporal definition", "AllEnd == Fine\nFine == <>(Len(Kids) > 0)", "(Len(Kids) > 0)"},
		{"a bound name", `AllEnd == \A p \in Process : <>(p > 0)`, "(p > 0)"},
		{"what follows", `AllEnd == (\A p \in Process : pc[p] # "") ~> Workers > 0`, "Workers > 0"},
		{"what leads to it", `AllEnd == (Workers > 0 ~> \A p \in Process : pc[p] = "Done")`, "Workers > 0"},
		{"an implication", `AllEnd == [](FALSE => <>(\A p \in Process : pc[p] = "Done"))`, "FALSE"},
		{"no constant: a variable", "AllEnd == <>(pc = pc)", ""},
		{"no constant: a sequence", `AllEnd == [](\A w \in Worker : stack[w] # <<>> => <>(stack[w] = <<>>))`, ""},
		{"no constant: a definition with a parameter", `AllEnd == []<>(\A p \in Process : ~Asleep(p))`, ""},
		{"no constant: a definition without brackets", "AllEnd == <>[]Fine\nFine == \\A p \\in Process : pc[p] = \"Done\"", ""},
		{"no constant: both sides", `AllEnd == (pending = 1) ~> (pending = 0)`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
			require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
			file := root + "/tla/pool/MCJoin.tla"
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Contains(t, string(text), allEnd)
			require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), allEnd, c.property, 1)), 0o644))
			m, err := tla.Checkout(root).Find("Join")
			require.NoError(t, err)
			err = m.Check()
			if c.constant == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, "AllEnd has the constant "+c.constant+" in a temporal formula")
		})
	}
}
