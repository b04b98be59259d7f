package specs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// callModels runs one of the verbs of this package.
func callModels(t *testing.T, ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	c := &console.Command{Name: "lab", Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs}
	code = c.Run(ctx, &ffcli.Command{FlagSet: c.FlagSet("lab"), Subcommands: []*ffcli.Command{ExploreVerb(c), TLCVerb(c), GraphVerb(c)}}, args)
	return code, out.String(), errs.String()
}

func TestExploreVerb(t *testing.T) {
	code, stdout, stderr := callModels(t, t.Context(), "", "explore", "-run", "N2T1C2|NoStamp|Reach", "abp")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Regexp(t, `(?m)^MCABP_N2T1C2 +559 +28 .* holds$`, stdout)
	require.Regexp(t, `(?m)^NaiveABP_NoStamp +14 .* fails, as it must$`, stdout)
	require.Contains(t, stdout, "visited all states of 1 configuration, 559 together; ")
	require.NotContains(t, stdout, "PopClaimLast")
	require.Contains(t, stderr, "[1/3] MCABP_N2T1C2: holds, ")

	_, stdout, _ = callModels(t, t.Context(), "", "explore", "-run", "NoStamp", "-traces")
	require.Contains(t, stdout, "NaiveABP_NoStamp: without a stamp a thief takes an item that the owner has taken\n"+
		"  invariant NoDuplicate is broken after 13 steps:\n      owner")
	require.Contains(t, stdout, "  11  PopClaimLast: age = stamp 0 top 0, := stamp 0 top 0\n")
	require.Contains(t, stdout, "  in the state\n    /\\ age = [stamp |-> 0, top |-> 1]\n")
}

func TestExploreVerb_ConstantsOfYourOwn(t *testing.T) {
	code, stdout, _ := callModels(t, t.Context(), "", "explore", "-run", "N2T1C2", "-set", "Items=3,Stamps=4", "abp")
	require.Equal(t, console.ExitHeld, code)
	require.Regexp(t, `(?m)^MCABP_N2T1C2 +1,721 .* holds$`, stdout)
	require.Contains(t, stdout, "With Items=3,Stamps=4 everything held")

	code, stdout, _ = callModels(t, t.Context(), "", "explore", "-run", "N2T1C2", "-set", "Naive=PopLastNoCAS", "abp")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stdout, "NOT AS EXPECTED: Invariant NoDuplicate is violated.")
	require.Contains(t, stdout, "invariant NoDuplicate is broken after 13 steps:")
	require.Regexp(t, `MCABP_N2T1C2: NOT AS EXPECTED: Invariant NoDuplicate is violated\.\n$`, stdout, "its name is at the end")
}

func TestExploreVerb_Bounds(t *testing.T) {
	code, stdout, _ := callModels(t, t.Context(), "", "explore", "-run", "N3T3", "-states", "1000")
	require.Equal(t, console.ExitCut, code)
	require.Regexp(t, `bound hit: 1000 states; \d+ states were not expanded`, strings.Join(strings.Fields(stdout), " ")) // it is folded

	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(300*time.Millisecond, func() { cancel(errors.New("interrupted")) })
	code, stdout, stderr := callModels(t, ctx, "", "explore", "-run", "ABP_Wrap", "-set", "Items=8,Thieves=3,Capacity=4")
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stderr, "stopping: interrupted")
	require.Contains(t, stdout, "Cut short: interrupted.")
	require.Contains(t, stdout, "MCABP_Wrap_N3T2C2")

	code, _, _ = callModels(t, t.Context(), "", "explore", "-run", "ABP_Wrap", "-set", "Items=8,Thieves=3,Capacity=4", "-timeout", "200ms")
	require.Equal(t, console.ExitCut, code)
}

func TestExploreVerb_JSON(t *testing.T) {
	code, stdout, _ := callModels(t, t.Context(), "", "explore", "-json", "-run", "N2T1C2|EmptyKeepsStamp", "abp")
	require.Equal(t, console.ExitHeld, code)
	var d modelDocument
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	require.Equal(t, "explore", d.Verb)
	require.Equal(t, console.Held, d.Verdict)
	require.Len(t, d.Rows, 2)
	require.Equal(t, "ABP", d.Rows[0].Module)
	require.Equal(t, 559, d.Rows[0].Found.States)
	require.Equal(t, 18, d.Rows[1].Found.Trace)
	require.Equal(t, "Invariant NoDuplicate is violated.", d.Rows[1].Found.Message)
}

func TestGraphVerb(t *testing.T) {
	code, stdout, _ := callModels(t, t.Context(), "", "graph", "-run", "N2T1C2|N3T2C2", "abp")
	require.Equal(t, console.ExitHeld, code)
	require.Regexp(t, `(?m)^MCABP_N2T1C2 +559 +1,216 .* equal$`, stdout)
	require.Contains(t, stdout, "TLC did not run")
	require.NotContains(t, stdout, "LEFT OUT")

	code, stdout, _ = callModels(t, t.Context(), "", "graph", "-tier", "quick", "abp")
	require.Equal(t, console.ExitHeld, code)
	require.Contains(t, stdout, "LEFT OUT: 3 configurations of the tier full; -tier full runs them too.")
}

// These verbs need Java.
func TestTLCVerbs(t *testing.T) {
	needTLC(t)
	code, stdout, stderr := callModels(t, t.Context(), "", "tlc", "-run", "NoStamp", "abp")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Regexp(t, `(?m)^NaiveABP_NoStamp +14 .* fails, as it must$`, stdout)
	require.Contains(t, stdout, "These translations match their algorithms: ABP.")

	code, stdout, stderr = callModels(t, t.Context(), "", "tlc", "-run", "_NoPoll|_KeepsClaim", "pool") // the second is goonly
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Contains(t, stdout, "TLC checked 1 configuration of 1:")

	code, stdout, _ = callModels(t, t.Context(), "", "tlc", "-list", "-alone", "pool")
	require.Equal(t, console.ExitHeld, code)
	require.Contains(t, stdout, "NaivePoolParts_NoRearm")
	require.NotContains(t, stdout, "NaivePool_NoPoll")

	code, stdout, stderr = callModels(t, t.Context(), "", "graph", "-diff", "-run", "N2T1C2", "abp")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Contains(t, stdout, "1 of 1 graph equal to TLC's graph of this run")

	code, stdout, _ = callModels(t, t.Context(), "", "tlc", "-run", "N3T3C2", "-timeout", "2s", "abp")
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stdout, "Cut short: -timeout 2s.")
}

// staleABP returns the module, and the module with a translation that does not match its algorithm.
func staleABP(t *testing.T) (text, stale string) {
	needTLC(t)
	files, err := tla.Sources()
	require.NoError(t, err)
	text = string(files["ABP.tla"])
	algorithm, translation, found := strings.Cut(text, `\* BEGIN TRANSLATION`)
	require.True(t, found)
	const old = "if (b > old.top) {"
	require.Equal(t, 1, strings.Count(algorithm, old))
	return text, strings.Replace(algorithm, old, "if (b >= old.top) {", 1) + `\* BEGIN TRANSLATION` + translation
}

// A result of TLC holds for the translation, so a stale translation must not pass.
func TestVerify_StaleTranslationIsNoticed(t *testing.T) {
	text, stale := staleABP(t)
	for text, want := range map[string]console.State{text: console.Held, stale: console.Violation} {
		var errs bytes.Buffer
		s := &Checked{tlc: specs{models: models{
			Command: &console.Command{Stdout: io.Discard, Stderr: &errs}, verb: "tlc", tier: string(tla.Quick), jobs: 2, only: "MCABP_N2T1C2$",
			replaced: map[string][]byte{"ABP.tla": []byte(text)},
		}}}
		require.Empty(t, s.runTLC(t.Context(), func(m *tla.Manifest) bool { return m.Name == "ABP" }), errs.String())
		require.Equal(t, want, s.State(), s.Text())
		require.Equal(t, want == console.Violation, strings.Contains(s.Text(), "STALE TRANSLATION: ABP.tla:"), s.Text())
	}
}

// Graphs may be equal although the reader sees another algorithm than TLC.
func TestGraphVerb_StaleTranslationIsNoticed(t *testing.T) {
	text, stale := staleABP(t)
	for text, want := range map[string]int{text: console.ExitHeld, stale: console.ExitBroken} {
		var out, errs bytes.Buffer
		g := &graphs{diff: true, models: models{
			Command: &console.Command{Stdout: &out, Stderr: &errs}, verb: "graph", tier: string(tla.Full), only: "MCABP_N2T1C2$",
			replaced: map[string][]byte{"ABP.tla": []byte(text)},
		}}
		require.NoError(t, g.choose(t.Context(), []string{"abp"}, func(_ *tla.Manifest, r tla.Row) bool { return r.Graph != nil }))
		require.NoError(t, g.exec(t.Context()), errs.String())
		require.Equal(t, want, g.Code, out.String())
		require.Equal(t, want == console.ExitBroken, strings.Contains(out.String(), "STALE TRANSLATION: ABP.tla:"), out.String())
		require.Contains(t, out.String(), "1 of 1 graph equal")
	}
}

func TestModelVerbs_WrongUse(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no Java
	t.Setenv("JAVA_HOME", "")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"explore", "nope"}, `unknown module "nope"; known are ABP, AtomicDeque, `},
		{[]string{"explore", "abp", "-run", "x"}, "-run comes after abp; put flags before the modules"},
		{[]string{"explore", "-run", "("}, "-run: error parsing regexp"},
		{[]string{"explore", "-run", "nothing"}, "explore: no configuration matches; tlc -list lists them"},
		{[]string{"explore", "linmonitor"}, "explore: no configuration matches; tlc -list lists them"},
		{[]string{"explore", "-states", "-1"}, "-states is -1; want 0 or more"},
		{[]string{"explore", "-set", "Items", "-run", "N2", "abp"}, `-set: "Items" does not set a constant of MCABP_N2T1C2; want NAME=VALUE`},
		{[]string{"explore", "-set", "Things=2", "-run", "N2", "abp"}, `-set: "Things=2" does not set a constant of MCABP_N2T1C2; want NAME=VALUE`},
		{[]string{"explore", "-set", "Thieves=9", "-run", "N2", "abp"}, "Thieves is 9; the machine has room for 1 to 4"},
		{[]string{"tlc", "-tier", "slow"}, `-tier is "slow"; want quick or full`},
		{[]string{"tlc"}, "TLC needs Java 11 or newer"},
		{[]string{"tlc", "-distributed", "0"}, "-distributed 0 needs -address, because otherwise no worker can join"},
		{[]string{"tlc", "-distributed", "-2"}, "-distributed is -2; want 0 or more workers"},
		{[]string{"tlc", "-address", "10.0.0.1"}, "-address needs -distributed"},
		{[]string{"tlc", "-list", "-update"}, "-list and -update do not go together"},
		{[]string{"tlc", "-json", "-list"}, "-json and -list do not go together"},
		{[]string{"explore", "-set", "Naive=Bogus", "-run", "N2T1", "abp"}, "-set: ABP has no fault Bogus; it has EmptyKeepsStamp, PopLastNoCAS"},
		{[]string{"tlc", "-worker", "10.0.0.1", "abp"}, "-worker gets its modules from the server; give it no modules and no -distributed"},
		{[]string{"tlc", "-worker", "10.0.0.1:10997"}, `-worker is "10.0.0.1:10997"; want the name of a host, or its IPv4 address, without a port`},
		{[]string{"tlc", "-distributed", "1", "-address", "a host"}, `-address is "a host"; want the name of a host`},
		{[]string{"tlc", "-worker", ""}, `-worker is ""; want the name of a host`},
		{[]string{"tlc", "-worker", "no..host"}, "-worker: lookup no..host: no such host"},
		{[]string{"graph", "-diff"}, "TLC needs Java 11 or newer"},
		{[]string{"graph", "-update"}, "-update needs -diff, because it writes only digests that TLC confirms"},
	} {
		code, _, stderr := callModels(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code, "%q", c.args)
		require.Contains(t, stderr, c.want, "%q", c.args)
	}
}
