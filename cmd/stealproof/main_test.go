package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

var update = flag.Bool("update", false, "write the golden files")

// asCommand makes the test binary run the command with these arguments.
const asCommand = "STEALPROOF_ARGUMENTS"

func TestMain(m *testing.M) {
	if args := os.Getenv(asCommand); args != "" {
		os.Args = append(os.Args[:1], strings.Fields(args)...)
		main()
	}
	flag.Parse()
	_ = flag.Set("rapid.nofailfile", "true")
	os.Exit(m.Run())
}

// call runs the command in this process. It returns the exit code and all output.
func call(t *testing.T, ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(ctx, args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestWrongUse_IsOneLineAndExitCode2(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	const known = "want one of chaselev, split, abp, duffy, the, the-keeplast, locked or all"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"frob"}, `unknown verb "frob"; want check, replay, fuzz, verify, stress or version`},
		{[]string{"-frob"}, `flag provided but not defined: -frob; -h lists the flags`},
		{[]string{"verify", "--frob"}, `flag provided but not defined: -frob; -h lists the flags`},
		{[]string{"verify", "chaselev"}, `verify takes flags only, and no "chaselev"`},
		{[]string{"stress", "-rounds", "5", "x"}, `stress takes flags only, and no "x"`},
		{[]string{"version", "x"}, `version takes flags only, and no "x"`},
		{[]string{"verify", "-deque", "nope"}, `unknown deque "nope"; ` + known},
		{[]string{"stress", "-deque", "abp,"}, `unknown deque ""; ` + known},
		{[]string{"verify", "-seed", "-1"}, `invalid value "-1" for flag -seed; want a whole number, 0 or more`},
		{[]string{"check", "-time", "5"}, `invalid value "5" for flag -time; want a time, such as 30s or 10m`},
		{[]string{"check", "-json=maybe"}, `invalid boolean value "maybe" for -json; want true or false`},
		{[]string{"check", "-j", "x"}, `invalid value "x" for flag -j; want a whole number`},
		{[]string{"verify", "-seed=0"}, `-seed is 0; want 1 or more`},
		{[]string{"verify", "-timeout", "-1s"}, `-timeout is -1s; want 0 or more`},
		{[]string{"verify", "-timeout"}, `flag needs an argument: -timeout`},
		{[]string{"verify", "-html", filepath.Join(file, "dir")}, `-html: mkdir ` + file + `: not a directory`},
		{[]string{"verify", "-history", "h", "-deque", "abp"}, `-history judges only the file, so it does not take -deque`},
		{[]string{"verify", "-history", "h", "-quick"}, `-history judges only the file, so it does not take -quick`},
		{[]string{"verify", "-quick", "-thorough"}, `-quick and -thorough do not go together`},
		{[]string{"verify", "-history", "h", "-thorough"}, `-history judges only the file, so it does not take -thorough`},
		{[]string{"verify", "-history", "testdata/none.ndjson"}, `open testdata/none.ndjson: no such file or directory`},
		{[]string{"verify", "-history", file}, file + `: history: line 1: empty; want a header line`},
		{[]string{"verify", "-history", "testdata/corrupt.ndjson"}, `testdata/corrupt.ndjson: history: line 3: return 3 is before call 7`},
		{[]string{"verify", "-history", "testdata/nothing.ndjson"}, `testdata/nothing.ndjson: history: no operations, so nothing to judge`},
		{[]string{"verify", "-json", "-history", "-"}, `-: history: line 1: empty; want a header line`},
		{[]string{"stress", "-rounds", "-4"}, `-rounds is -4; want 0 or more`},
		{[]string{"stress", "-for", "-4s"}, `-for is -4s; want 0 or more`},
		{[]string{"stress", "-rounds", "4", "-for", "1s"}, `give -rounds or -for, not both`},
		{[]string{"stress", "-capacity", "-1"}, `-capacity is -1; want 0 or more`},
		{[]string{"stress", "-capacity", "1000000"}, `-capacity is 1000000; want 0 to 65536`},
		{[]string{"stress", "-scenario", ""}, `scenario: no operations; want for example: push push pop | steal steal`},
		{[]string{"stress", "-scenario", "push | pop"}, `scenario: thief 1: pop is an owner's operation; want steal or batch`},
		{[]string{"stress", "-deque", "duffy", "-scenario", "push | batch:2"}, `duffy: scenario: this deque has no batch`},
		{[]string{"stress", "-html", filepath.Join(file, "dir")}, `-html: mkdir ` + file + `: not a directory`},
		{[]string{"check", "-html", filepath.Join(file, "dir")}, `-html: mkdir ` + file + `: not a directory`},
		{[]string{"check", "-ndjson", filepath.Dir(file)}, `-ndjson: ` + filepath.Dir(file) + ` is a directory; want a file`},
		{[]string{"check", "-shard", "3/2"}, `-shard is "3/2"; want i/n with i from 1 to n`},
		{[]string{"check", "-shard", "1/2x"}, `-shard is "1/2x"; want i/n with i from 1 to n`},
		{[]string{"check", "-run", "A/("}, "-run: error parsing regexp: missing closing ): `(`"},
		{[]string{"check", "-j", "-1"}, `-j is -1; want 0 or more`},
		{[]string{"replay"}, `replay takes one token, as the replay line of a report has it`},
		{[]string{"replay", "no-token"}, `the token is damaged; copy all of it`},
	} {
		code, stdout, stderr := call(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code, "%q", c.args)
		require.Equal(t, "stealproof: "+c.want+"\n", stderr, "%q", c.args)
		require.Empty(t, stdout, "%q", c.args)
	}
}

func TestUsage(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "")
	require.Equal(t, console.ExitUsage, code)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "EXAMPLES")
	for _, args := range [][]string{{"-h"}, {"--help"}, {"verify", "-h"}, {"stress", "--help"}, {"version", "-h"}} {
		code, stdout, stderr := call(t, t.Context(), "", args...)
		require.Equal(t, console.ExitHeld, code, "%q", args)
		require.Contains(t, stdout, "USAGE\n  stealproof ", "%q", args)
		require.Empty(t, stderr, "%q", args)
	}
}

func TestVersion(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "", "version")
	require.Equal(t, console.ExitHeld, code)
	require.Regexp(t, `^stealproof \S.*, `+runtime.Version()+`, `+runtime.GOOS+"/"+runtime.GOARCH+"\n$", stdout)
	require.Empty(t, stderr)
}

func TestVerify_JSON(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "", "verify", "-quick", "--json", "-deque", "duffy,the", "--seed", "7")
	var d map[string]any
	decode(t, stdout, &d)
	for _, field := range []string{"version", "go", "os", "arch", "verb", "machine", "seed", "deques", "claims", "seconds", "verdict", "exit_code"} {
		require.Contains(t, d, field)
	}
	require.EqualValues(t, 7, d["seed"])
	require.EqualValues(t, code, d["exit_code"])
	require.True(t, strings.HasPrefix(stderr, "machine: "), stderr)
	var typed document
	decode(t, stdout, &typed)
	require.Len(t, typed.Deques, 2)
	for _, e := range typed.Deques {
		require.Len(t, e.Rules, len(wsqtest.Rules()))
		for _, r := range e.Rules {
			// On a busy machine no operations may overlap.
			require.Contains(t, []console.State{console.Held, console.NotApplicable, console.Vacuous}, r.Outcome, "%s: %s: %s", e.Name, r.Name, r.Broken)
		}
		require.GreaterOrEqual(t, e.Coverage.Rounds, quick.rounds)
		require.Equal(t, quick.items, e.Ledger.Items)
	}
	if typed.Verdict == console.Vacuous {
		require.Equal(t, console.ExitBroken, code)
		t.Skip("the machine is too busy for operations to overlap")
	}
	require.Equal(t, console.ExitHeld, code)
	require.Equal(t, console.Held, typed.Verdict)
	modules := map[string]bool{}
	for _, e := range typed.Specified {
		require.Equal(t, console.Held, e.Outcome, "%s: %v", e.Config, e.Wrong)
		modules[e.Module] = true
	}
	require.Equal(t, map[string]bool{"Duffy": true, "THE": true}, modules)
	require.Empty(t, typed.TLC)
	require.Equal(t, "-quick leaves it out", typed.NotTLC)
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	require.NoError(t, d.Decode(into), "%s", text)
	require.ErrorIs(t, d.Decode(new(any)), io.EOF, "more than one document")
}

func TestVerify_Timeout(t *testing.T) {
	code, stdout, stderr := call(t, t.Context(), "", "verify", "-timeout", "1ns")
	require.Equal(t, console.ExitCut, code)
	require.Equal(t, len(family()), strings.Count(stdout, "not run\n"), "%s", stdout)
	require.Contains(t, stdout, ": -timeout 1ns.\n- not run at all: chaselev, split, ")
	require.Contains(t, stdout, "Nothing was run, so nothing is claimed.")
	require.NotContains(t, stdout, "Sampled")
	require.Contains(t, stderr, "stealproof: stopping: -timeout 1ns\n")

	code, stdout, _ = call(t, t.Context(), "", "verify", "-thorough", "-timeout", "200ms", "-deque", "locked,duffy", "-json")
	var d document
	decode(t, stdout, &d)
	require.Equal(t, console.ExitCut, code)
	require.Equal(t, console.CutShort, d.Verdict)
	require.Equal(t, "-timeout 200ms", d.CutBy)
	require.Equal(t, console.CutShort, d.Deques[0].Verdict)
	require.Equal(t, console.NotRun, d.Deques[1].Verdict)
}

func TestVerify_Cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, verb := range []string{"verify", "stress"} {
		code, stdout, _ := call(t, ctx, "", verb)
		require.Equal(t, console.ExitCut, code)
		require.Contains(t, stdout, "verdict\n")
		require.Contains(t, stdout, "not run\n")
		require.Contains(t, stdout, ": context canceled.\n")
	}
	code, stdout, _ := call(t, ctx, "", "verify", "-history", "testdata/held.ndjson")
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stdout, "cut short after ")
	require.Contains(t, stdout, ": context canceled; nothing is known.\n")
}

// stubborn never returns from Pop, like a deque that spins.
type stubborn struct {
	wsq.Deque[*wsqtest.Item]
	end <-chan struct{}
}

func (s *stubborn) Pop() (*wsqtest.Item, bool) {
	<-s.end
	return nil, false
}

func TestVerify_LeavesHungOperationBehind(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	only(t, "stubborn", func(c int) wsq.Deque[*wsqtest.Item] { return &stubborn{wsq.NewLocked[*wsqtest.Item](c), end} })
	code, stdout, _ := call(t, t.Context(), "", "verify", "-timeout", "100ms") // Pop never returns, and this does
	require.Equal(t, console.ExitCut, code)
	require.Contains(t, stdout, "- stubborn: not finished: starts-empty\n")
	require.Contains(t, stdout, "- stubborn: not run: pop-takes-newest, ")
}

// only makes one deque the whole family.
func only(t *testing.T, name string, newDeque func(int) wsq.Deque[*wsqtest.Item]) {
	all := family
	t.Cleanup(func() { family = all })
	family = func() []wsqtest.Member { return []wsqtest.Member{{Name: name, Says: "for a test", New: newDeque}} }
}

// again pops the last item a second time before it is empty.
type again struct {
	wsq.Deque[*wsqtest.Item]
	last *wsqtest.Item
}

func (a *again) Pop() (*wsqtest.Item, bool) {
	v, ok := a.Deque.Pop()
	if !ok && a.last != nil {
		v, ok, a.last = a.last, true, nil
		return v, ok
	}
	a.last = v
	return v, ok
}

func newAgain(c int) wsq.Deque[*wsqtest.Item] {
	return &again{Deque: wsq.NewLocked[*wsqtest.Item](c)}
}

func TestVerify_Violation(t *testing.T) {
	only(t, "again", newAgain)
	dir := filepath.Join(t.TempDir(), "new", "dir")
	code, stdout, stderr := call(t, t.Context(), "", "verify", "-quick", "-html", dir, "-seed", "3")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stdout, "VIOLATION starts-empty and ")
	require.Contains(t, stdout, "VIOLATION  again: starts-empty\n  rule:   a new deque is empty")
	require.Contains(t, stdout, "  replay: stealproof verify -deque again -seed 3 -quick\n")
	require.Contains(t, stdout, "VIOLATION  again: linearizable\n")
	require.Regexp(t, `replay: stealproof stress -deque again -capacity \d -scenario ".+" -seed 3\n`, stdout)
	require.Contains(t, stdout, "\n   owner\n1  p", "the smallest history:\n%s", stdout)
	require.Contains(t, stderr, "[1/1] again: VIOLATION starts-empty and ")
	require.Contains(t, stdout, "This part sampled schedules on real cores; it is not exhaustive.")

	for _, name := range []string{"again-starts-empty", "again-linearizable"} {
		for _, ext := range []string{".txt", ".ndjson", ".html"} {
			info, err := os.Stat(filepath.Join(dir, name+ext))
			require.NoError(t, err)
			require.NotZero(t, info.Size())
		}
		code, stdout, _ = call(t, t.Context(), "", "verify", "-history", filepath.Join(dir, name+".ndjson"))
		require.Equal(t, console.ExitBroken, code)
		require.Contains(t, stdout, "VIOLATION not linearizable")
	}
	left, err := filepath.Glob(filepath.Join(dir, ".stealproof-*"))
	require.NoError(t, err)
	require.Empty(t, left)

	code, stdout, _ = call(t, t.Context(), "", "verify", "-quick", "-json")
	var d document
	decode(t, stdout, &d)
	require.Equal(t, console.ExitBroken, code)
	require.Equal(t, console.Violation, d.Verdict)
	require.Equal(t, console.Violation, d.Deques[0].Rules[0].Outcome)
	require.NotEmpty(t, d.Deques[0].Rules[0].Replay)
	require.NotEmpty(t, d.Deques[0].Rules[0].History)
}

func TestVerify_ViolationWinsOverCutShort(t *testing.T) {
	only(t, "again", newAgain)
	one := family()[0]
	ctx, cancel := context.WithCancel(t.Context())
	var rounds atomic.Int64
	family = func() []wsqtest.Member {
		return []wsqtest.Member{one, {Name: "second", New: func(c int) wsq.Deque[*wsqtest.Item] {
			if rounds.Add(1) == 1_000 { // the rounds of the first deque are over
				cancel()
			}
			return wsq.NewLocked[*wsqtest.Item](c)
		}}}
	}
	code, stdout, _ := call(t, ctx, "", "stress", "-rounds", "1000000", "-scenario", "push pop pop")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stdout, "VIOLATION linearizable")
	require.Contains(t, stdout, "cut short\n")
}

func TestStress_ScenarioOfOneGoroutine(t *testing.T) {
	code, stdout, _ := call(t, t.Context(), "", "stress", "-deque", "abp", "-rounds", "10", "-capacity", "1", "-scenario", "push push pop pop")
	require.Equal(t, console.ExitHeld, code)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), `10 rounds of at most 1 goroutine on deques of capacity 1 only, all running "push push pop pop", `+
		"with 5 operations on average. 0 pairs of operations overlapped. The judge compared one history with")
}

func TestStress_NoOverlapIsNoSuccess(t *testing.T) {
	procs := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(procs)
	for _, args := range [][]string{
		{"stress", "-deque", "locked", "-rounds", "1"},
		{"stress", "-deque", "locked", "-rounds", "1", "-scenario", "push | steal"},
	} {
		code, stdout, stderr := call(t, t.Context(), "", args...)
		require.Equal(t, console.ExitBroken, code, stdout)
		require.Contains(t, stdout, "VACUOUS  locked: linearizable\n")
		require.Contains(t, stdout, "1 round never covered overlapping operations")
		require.Contains(t, stderr, "GOMAXPROCS 1")
	}
}

func TestStress_Rounds(t *testing.T) {
	code, stdout, _ := call(t, t.Context(), "", "stress", "-deque", "the", "-rounds", "500", "-json")
	var d document
	decode(t, stdout, &d)
	require.Equal(t, d.ExitCode, code)
	require.Equal(t, 500, d.Deques[0].Coverage.Rounds)
	require.Equal(t, 50_000, d.Deques[0].Ledger.Items)
	require.Contains(t, []console.State{console.Held, console.Vacuous}, d.Verdict)
}

func TestHistory(t *testing.T) {
	good, err := os.ReadFile("testdata/held.ndjson")
	require.NoError(t, err)
	for _, file := range []string{"testdata/held.ndjson", "-"} {
		code, stdout, stderr := call(t, t.Context(), string(good), "verify", "-history", file)
		require.Equal(t, console.ExitHeld, code)
		require.Equal(t, file+`: 4 operations of chaselev, contract "strict"
held: porcupine found an order of these operations that respects time and the contract. This says
nothing about other histories.
`, stdout)
		require.Empty(t, stderr)
	}

	dir := t.TempDir()
	code, stdout, stderr := call(t, t.Context(), "", "verify", "-history", "testdata/violation.ndjson", "-html", dir)
	require.Equal(t, console.ExitBroken, code)
	require.Empty(t, stderr)
	require.Equal(t, `testdata/violation.ndjson: 6 operations of abp, contract "strict capacity=4 slots=circular"
VIOLATION not linearizable: no order of these operations respects time and the contract.
The smallest part that fails. Time runs down. "..." marks an operation that overlaps others:
   owner         thief 1
1  push 2: done
2  pop ...
3                steal: 2
4  ... pop: 2
files: `+strings.Join([]string{dir + "/history.txt", dir + "/history.ndjson", dir + "/history.html"}, " ")+"\n", stdout)

	code, stdout, _ = call(t, t.Context(), "", "verify", "-history", "testdata/violation.ndjson", "-json")
	var d document
	decode(t, stdout, &d)
	require.Equal(t, console.ExitBroken, code)
	require.Equal(t, console.Violation, d.Verdict)
	require.Equal(t, "abp", d.Recorded.Subject)
	require.Len(t, d.Recorded.Smallest, 1+3)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{
		{"version"},
		{"verify", "-history", "testdata/held.ndjson"},
		{"stress", "-deque", "abp", "-rounds", "1", "-scenario", "push"},
	} {
		var stderr bytes.Buffer
		require.Equal(t, console.ExitUsage, run(t.Context(), args, nil, full{}, &stderr), "%q", args)
		require.Contains(t, stderr.String(), "no space left on device\n", "%q", args)
	}
}

func TestSummary_Golden(t *testing.T) {
	rule := func(name string) wsqtest.Rule { return wsqtest.Rule{Name: name, Says: "what must hold"} }
	rules := []wsqtest.Rule{rule("starts-empty"), rule("growth"), rule(once), rule(linear)}
	fine := func(c linearizability.Coverage) []tried {
		return []tried{
			{Outcome: wsqtest.Outcome{Rule: rules[0], Did: "9 operations"}},
			{Outcome: wsqtest.Outcome{Rule: rules[1]}},
			{Outcome: wsqtest.Outcome{Rule: rules[2], Did: "x", Ledger: &linearizability.Ledger{Items: 3_000_000, Stolen: 44_000}}},
			{Outcome: wsqtest.Outcome{Rule: rules[3], Did: "x", Coverage: &c}},
		}
	}
	met := linearizability.Coverage{Rounds: 30_000, Goroutines: 4, Ops: 390_000, Distinct: 27_512, Overlaps: 19_319, Steals: 9_953, Retries: 797, LastItem: 1_677, Grown: 3_012}
	history := &model.History{Subject: "broken", Ops: []model.Operation{
		{Kind: model.Push, Value: 1, Call: 1, Return: 2},
		{Kind: model.Pop, Value: 1, Call: 3, Return: 6},
		{Client: 1, Kind: model.Steal, Value: 1, Call: 4, Return: 5},
	}}
	broken := fine(met)
	broken[3].Found = &wsqtest.Finding{Rule: rules[3], Broken: "rule broken: linearizable (round 12)", History: history}
	broken[3].replay = `stealproof stress -deque broken -capacity 2 -scenario "push pop | steal" -seed 1`
	broken[3].files = []string{"out/broken-linearizable.txt", "out/broken-linearizable.ndjson"}
	empty := fine(linearizability.Coverage{Rounds: 10, Ops: 100, Distinct: 1})
	empty[3].Found = &wsqtest.Finding{Rule: rules[3], Vacuous: true, Broken: "10 rounds never covered growth, so they show too little"}
	slow := fine(met)[:3]
	slow[2].running = true
	slow[2].Ledger.Items = 1_250_000
	member := func(name string) wsqtest.Member { return wsqtest.Member{Name: name} }
	c := &campaign{
		settings: settings{seed: 1}, verb: "verify", extent: smallDeques, items: 3_000_000, cut: "interrupt signal received", took: 31_200 * time.Millisecond,
		machine: machine{cores: 2, procs: 2, clock: "monotonic", granularity: 29},
		results: []*result{
			{deque: member("chaselev"), rules: rules, outcomes: fine(met), began: true},
			{deque: member("the-keeplast"), spec: model.Spec{Hidden: 1, NeverRetries: true, Capacity: 8}, rules: rules,
				outcomes: fine(linearizability.Coverage{Rounds: 30_000, Ops: 300_000, Goroutines: 2, Distinct: 25_000, Overlaps: 2, Steals: 3, Refused: 99}), began: true},
			{deque: member("broken"), rules: rules, outcomes: broken, began: true},
			{deque: member("empty"), rules: rules, outcomes: empty, began: true},
			{deque: member("split"), spec: model.Spec{Hidden: model.AnyNumber}, rules: rules, outcomes: slow, began: true},
			{deque: member("locked"), rules: rules},
		},
	}
	require.Equal(t, console.ExitBroken, console.ExitCode(c.state()))
	golden(t, "testdata/summary.txt", c.text())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "run go test -update to write %s", file)
}

// The programs that verify leaves out exist.
func TestVerify_LargeProtocolsExist(t *testing.T) {
	source, err := os.ReadFile("../../pool/sched_test.go")
	require.NoError(t, err)
	for name := range strings.SplitSeq(largeProtocols, "|") {
		require.Contains(t, string(source), `{"`+strings.ReplaceAll(name, "_", " ")+`", `, "the pool has no such program, so -test.skip would skip nothing; update largeProtocols")
	}
}
