package fuzzer

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/fuzzer/loop"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

func TestBytes_RoundTrip(t *testing.T) {
	for _, b := range []Bytes{{}, {Program: []byte("\x00\xff\n\""), Schedule: []byte("é`\\")}, {Schedule: []byte{0, 192, 255}}} {
		again, err := Parse(b.String())
		require.NoError(t, err)
		require.Equal(t, b.String(), again.String())
	}
	dir := t.TempDir()
	path, err := Bytes{Program: []byte("a"), Schedule: []byte("b")}.WriteFile(dir)
	require.NoError(t, err)
	b, err := ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, filepath.Base(path), b.Name())
	list, err := loop.Names(dir)
	require.NoError(t, err)
	require.Equal(t, []string{b.Name()}, list)
}

// If a target sets no bound on its steps, there is a default far below the limit of Go's fuzzer.
func TestBounded_Steps(t *testing.T) {
	steps := func(own int) int {
		target := func([]byte) (i engine.Input) { i.Options.Steps = own; return i }
		return bounded(target)(nil).Options.Steps
	}
	require.Equal(t, maxSteps, steps(0))
	require.Equal(t, 7, steps(7))
}

// version is the first line of a corpus file.
const version = "go test fuzz v1"

func TestParse_BadInput(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "does not begin with",
		version:                                "has 0 values",
		version + "\n[]byte(\"a\")\n":          "has 1 values",
		version + "\n[]byte(\"a\")\nint(1)\n":  "value 2 is not []byte",
		version + "\n[]byte(\"a\n[]byte(\"\")": "value 1 is not []byte",
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, want, "%q", text)
	}
	file := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(file, []byte("int"), 0o666))
	_, err := ReadFile(file)
	require.ErrorContains(t, err, file+" is not a corpus file")
}

// Features are spread evenly over the counters, and each has a case.
func TestCount(t *testing.T) {
	require.Zero(t, engine.Features%counters)
	for n := range engine.Features {
		count(uint16(n))
	}
}

// In a build for Go's fuzzer, the switch gives each feature a counter of its own. Counting the feature changes
// this counter, and no other feature changes it. If two features share a case, the test fails.
func TestCount_EachFeatureHasItsOwnCounter(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NO COUNTER WAS LOOKED AT: %v", err)
	}
	if !slices.Contains([]string{"amd64", "arm64", "loong64"}, runtime.GOARCH) {
		t.Skip("the compiler has no fuzzing counters on this platform")
	}
	built := func(args ...string) (string, error) {
		args = append([]string{"test", "-count=1", "-tags=stealproof_counters", "-gcflags=-d=libfuzzer", "-ldflags=-checklinkname=0", "-run=^TestCounters_"}, args...)
		out, err := exec.CommandContext(t.Context(), "go", append(args, ".")...).CombinedOutput()
		return string(out), err
	}
	out, err := built()
	require.NoError(t, err, out)
	if testing.Short() {
		return
	}
	text, err := os.ReadFile("counters.go")
	require.NoError(t, err)
	shared := strings.Replace(string(text), "case 5:\n\tcase 6:\n", "case 5, 6:\n", 1)
	require.NotEqual(t, string(text), shared)
	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "counters.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, []byte(shared), 0o666))
	here, err := filepath.Abs("counters.go")
	require.NoError(t, err)
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {here: file}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replaced, 0o666))
	out, err = built("-overlay=" + overlay)
	require.Error(t, err)
	require.Contains(t, out, "feature 6 has the counter of feature 5")
}

// lost is a program that loses an update unless careful is true. The bytes determine the number of threads.
func lost(careful bool) Target {
	return func(program []byte) engine.Input {
		return NewInput(func(s *sched.S) {
			var n atomic.Int64
			threads := 2 + len(program)%2
			for range threads {
				s.Go(func() {
					if careful {
						n.Add(1)
					} else {
						n.Store(n.Load() + 1)
					}
				})
			}
			s.Wait()
			if got := n.Load(); got != int64(threads) {
				s.Errorf("%d of %d", got, threads)
			}
		}, sched.Options{})
	}
}

func TestLoop_FindsAndConverts(t *testing.T) {
	target := lost(false)
	var kept []Bytes
	found := Loop{Target: target, Seed: 1, Executions: 1_000, Keep: func(b Bytes) { kept = append(kept, b) }}.Run()
	require.NotNil(t, found.Failure)
	require.Equal(t, 1, found.Failure.Preemptions)
	require.Empty(t, found.Input.Program, "no byte of the program is needed")
	require.NotEmpty(t, kept, "the first input must be kept")

	// The token of the finding becomes bytes, and the bytes become the same token.
	origin := report.Token{Test: "Fuzz"}
	token, err := report.ParseToken(engine.Result{Ending: report.Failed, Failure: found.Failure}.Report(origin).Token)
	require.NoError(t, err)
	input := target(found.Input.Program)
	input.Schedule, err = engine.Encode(input.Program, input.Options, token)
	require.NoError(t, err)
	require.NotEmpty(t, input.Schedule)
	require.Equal(t, token.String(), engine.Decode(input, origin).String())
	require.NotNil(t, engine.Repeat(input.Program, input.Options, token).Failure)

	// A different program has no such execution.
	_, err = engine.Encode(lost(true)(nil).Program, input.Options, token)
	require.Error(t, err)
}

func TestLoop_HoldsAndIsDeterministic(t *testing.T) {
	run := func(seed uint64) Found {
		return Loop{Target: lost(true), Seed: seed, Executions: 2_000}.Run()
	}
	a, b := run(1), run(1)
	require.Nil(t, a.Failure)
	require.Equal(t, 2_000, a.Executions)
	require.Positive(t, a.Features)
	a.Took, b.Took = 0, 0
	require.Equal(t, a, b)
	require.NotEqual(t, a.Steps, run(2).Steps)
}

// If a program keeps state from one execution to the next, the loop reports it.
func TestLoop_NotRepeatable(t *testing.T) {
	runs := 0
	found := Loop{Executions: 1_000, Target: func([]byte) engine.Input {
		return NewInput(func(s *sched.S) {
			runs++
			var n atomic.Int64
			s.Go(func() { n.Store(1) })
			if runs%2 == 0 {
				s.Go(func() { n.Load() })
			}
			s.Go(func() { n.Load() })
			s.Wait()
		}, sched.Options{})
	}}.Run()
	require.NotNil(t, found.Failure)
	require.Equal(t, report.RuleRepeatable, found.Failure.Rule)
}

// Bytes beyond the bound of a program are ignored, wherever they come from. The execution, its token and the
// token's corpus file belong to the same program.
func TestRunning_LongProgramsRepeat(t *testing.T) {
	reports := filepath.Join(t.TempDir(), "reports")
	t.Setenv(report.EnvResults, reports)
	reported := func() (last report.Report) {
		text, err := os.ReadFile(reports)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &last))
		require.NoError(t, os.Remove(reports))
		return last
	}
	for _, n := range []int{loop.LongestProgram, loop.LongestProgram + 1, loop.LongestProgram + 6, 1_001} {
		r := &running{F: &testing.F{}, target: bounded(lost(false))} // an odd number of bytes would make three threads
		b := Bytes{Program: make([]byte, n), Schedule: []byte{255}}
		for r.runs(b) == nil {
			require.Less(t, len(b.Schedule), 20)
			b.Schedule = append([]byte{0}, b.Schedule...)
		}
		require.Equal(t, "1 of 2", r.runs(b).Detail)

		path, err := b.WriteFile(t.TempDir())
		require.NoError(t, err)
		r.token(Job{File: path})
		text := reported().Token
		token, err := report.ParseToken(text)
		require.NoError(t, err)
		_, program, ok := TargetOf(token)
		require.True(t, ok)
		again := r.target(program)
		failure := engine.Repeat(again.Program, again.Options, token).Failure
		require.NotNil(t, failure, "%d bytes", n)
		require.Equal(t, "1 of 2", failure.Detail)

		r.file(Job{Token: text, Corpus: t.TempDir()})
		r.token(Job{File: reported().Detail})
		require.Equal(t, text, reported().Token)
	}
}

// runs runs an input, and returns its failure or nil.
func (r *running) runs(b Bytes) (failure *engine.Failure) {
	input := r.target(b.Program)
	input.Schedule = b.Schedule
	engine.Fuzz(func(before *engine.Outcome) (engine.Input, bool) {
		if before != nil {
			failure = before.Failure
		}
		return input, before == nil
	})
	return failure
}

// A zero byte means no preemption, and so does the end of the bytes.
func TestSchedule_ZerosPreemptNobody(t *testing.T) {
	i := lost(false)(nil)
	origin := report.Token{Test: "x"}
	none := engine.Decode(i, origin).String()
	i.Schedule = make([]byte, 40)
	require.Equal(t, none, engine.Decode(i, origin).String())
	i.Schedule[1] = 255
	require.NotEqual(t, none, engine.Decode(i, origin).String())
}

// If a corpus is not run, the output says so, and how to run it.
func TestLeft_ReportsCorpusThatIsNotRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "FuzzX")
	require.Empty(t, left(dir), "there is no corpus")
	_, err := Bytes{Program: []byte("a")}.WriteFile(dir)
	require.NoError(t, err)
	_, err = Bytes{Program: []byte("b")}.WriteFile(dir)
	require.NoError(t, err)
	require.Equal(t, "NOT RUN: the corpus in "+filepath.ToSlash(dir)+" (2); run in the directory of the package: stealproof fuzz -regress .\n", left(dir))
}
