package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
)

const counterFuzz = `package counter

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

func FuzzAdd(f *testing.F) {
	schedfuzz.Run(f, func([]byte) schedfuzz.Input {
		return schedfuzz.Input{Program: func(s *sched.S) {
			var c Counter
			s.Go(c.Add)
			s.Go(c.Add)
			s.Wait()
			if c.n.Load() != 2 {
				s.Errorf("the counter is %d", c.n.Load())
			}
		}}
	})
}

func FuzzPlain(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(*testing.T, int) {})
}
`

// A failure becomes a corpus file and a token. Each can be turned into the other, and both show the failure
// again.
func TestFuzz_FindsConvertsAndRepeats(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": counterFuzz})
	kept := t.TempDir()
	code, out, problems := call(t, t.Context(), "", "fuzz", "-for", "2s", "-j", "1", "-run", "Add", "-corpus", kept, "./counter")
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, "VIOLATION  FuzzAdd/program=\n")
	require.Contains(t, out, "the counter is 1")
	require.Contains(t, out, "with 1 preemption")
	_, rest, _ := strings.Cut(out, "stealproof replay ")
	token := strings.Fields(rest)[0]

	files, err := filepath.Glob("counter/testdata/fuzz/FuzzAdd/*")
	require.NoError(t, err)
	require.Len(t, files, 1)
	code, out, problems = call(t, t.Context(), "", "fuzz", "-token", files[0], "./counter")
	require.Equal(t, console.ExitHeld, code, problems)
	require.Equal(t, token, strings.TrimSpace(out))
	code, out, problems = call(t, t.Context(), "", "fuzz", "-corpus", kept, "-file", token, "./counter")
	require.Equal(t, console.ExitHeld, code, problems)
	want, err := os.ReadFile(files[0])
	require.NoError(t, err)
	got, err := os.ReadFile(strings.TrimSpace(out))
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))

	code, out, problems = call(t, t.Context(), "", "replay", token)
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, "the counter is 1")
	code, out, problems = call(t, t.Context(), "", "fuzz", "-regress", "-run", "Add", "./counter")
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, "the counter is 1")

	// When the code is right, the corpus holds and the fuzzer finds nothing.
	right := strings.Replace(counter, "c.n.Store(c.n.Load() + 1)", "c.n.Add(1)", 1)
	require.NoError(t, os.WriteFile("counter/counter.go", []byte(right), 0o666))
	code, out, problems = call(t, t.Context(), "", "fuzz", "-regress", "-run", "Add", "./counter")
	require.Equal(t, console.ExitHeld, code, problems)
	require.Contains(t, out, "bound hit: the corpus")
	code, out, problems = call(t, t.Context(), "", "fuzz", "-for", "1s", "-j", "1", "-corpus", kept, "-save", "./counter")
	require.Equal(t, console.ExitHeld, code, problems)
	require.Contains(t, strings.Join(strings.Fields(out), " "), "FuzzPlain does not fuzz schedules, so it was skipped.")
	require.Contains(t, problems, "copied the corpus into")
}

// If an input has more bytes than the program reads, the rest is ignored. This also holds after it became a
// token or a file.
func TestFuzz_LongProgramsRepeat(t *testing.T) {
	takesLong(t)
	careless := strings.Replace(counterFuzz, "[]byte) schedfuzz.Input {", "p []byte) schedfuzz.Input {\n\t\tif len(p) > 64 {\n\t\t\tp = nil\n\t\t}", 1)
	careless = strings.Replace(careless, "s.Go(c.Add)\n", "if len(p) == 64 {\n\t\t\t\ts.Go(c.Add)\n\t\t\t}\n", 1)
	careless = strings.Replace(careless, "!= 2", "== 1 && len(p) == 64", 1)
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": careless})
	dir := "counter/testdata/fuzz/FuzzAdd"
	path, err := fuzzer.Bytes{Program: make([]byte, 70), Schedule: []byte{0, 255, 255}}.WriteFile(dir)
	require.NoError(t, err)

	code, out, problems := call(t, t.Context(), "", "fuzz", "-regress", "-run", "Add", "./counter")
	require.Equal(t, console.ExitBroken, code, "%s%s", out, problems)
	require.Contains(t, out, "the counter is 1")
	_, rest, _ := strings.Cut(out, "stealproof replay ")
	found := strings.Fields(rest)[0]

	code, out, problems = call(t, t.Context(), "", "fuzz", "-token", path, "./counter")
	require.Equal(t, console.ExitHeld, code, problems)
	for _, token := range []string{found, strings.TrimSpace(out)} {
		code, out, problems = call(t, t.Context(), "", "replay", token)
		require.Equal(t, console.ExitBroken, code, problems)
		require.Contains(t, out, "the counter is 1")
		code, out, problems = call(t, t.Context(), "", "fuzz", "-file", token, "./counter")
		require.Equal(t, console.ExitHeld, code, problems)
		code, out, problems = call(t, t.Context(), "", "fuzz", "-token", strings.TrimSpace(out), "./counter")
		require.Equal(t, console.ExitHeld, code, problems)
		require.Equal(t, token, strings.TrimSpace(out))
	}
}

// Tokens of this module's own targets are replayed from any directory of the module. A token with the older
// form of origin is replayed too.
func TestFuzz_OurOwnAreReplayed(t *testing.T) {
	takesLong(t)
	t.Chdir("../../fuzz")
	files, err := filepath.Glob("testdata/fuzz/FuzzSched_ChaseLev/*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	code, out, problems := call(t, t.Context(), "", "fuzz", "-token", files[0], ".")
	require.Equal(t, console.ExitHeld, code, problems)
	now, err := report.ParseToken(strings.TrimSpace(out))
	require.NoError(t, err)
	before := now
	before.Origin = "github.com/stealproof/stealproof/fuzz ./wsq ./internal/mutant ./internal/protocol ./internal/racecorpus"
	for _, token := range []report.Token{now, before} {
		code, out, problems = call(t, t.Context(), "", "replay", token.String())
		require.Equal(t, console.ExitHeld, code, "%s%s", out, problems)
		require.Contains(t, out, now.Test)
		require.NotContains(t, out, "VIOLATION")
		require.Contains(t, strings.Join(strings.Fields(out), " "), "does not fail: with the token's input and schedule it breaks no rule")
	}
}

// A missing or unreadable corpus shows nothing, and the output says so.
func TestFuzz_RegressNeedsCorpus(t *testing.T) {
	takesLong(t)
	right := strings.Replace(counter, "c.n.Store(c.n.Load() + 1)", "c.n.Add(1)", 1)
	somebodys(t, "", map[string]string{"counter/counter.go": right, "counter/counter_test.go": counterFuzz})
	regress := func(flags ...string) (int, string, string) {
		code, out, problems := call(t, t.Context(), "", append(append([]string{"fuzz", "-regress"}, flags...), "./counter")...)
		return code, strings.Join(strings.Fields(out), " "), problems
	}
	const nothing = "FuzzAdd has no input in testdata/fuzz/FuzzAdd. Only the empty input was run, which shows nothing."
	code, out, problems := regress()
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, nothing)
	require.NotContains(t, out, "FuzzPlain")
	code, _, problems = regress("-json")
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, problems, nothing)

	dir := "counter/testdata/fuzz/FuzzAdd"
	_, err := fuzzer.Bytes{Program: []byte{1}}.WriteFile(dir)
	require.NoError(t, err)
	code, out, problems = regress()
	require.Equal(t, console.ExitHeld, code, "%s%s", out, problems)
	require.NotContains(t, out, "FuzzAdd has no input")

	for _, name := range []string{"first", "second"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("junk\n"), 0o666))
	}
	code, out, problems = regress()
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, `The tests of example.org/somebodys/counter failed: "testdata/fuzz/FuzzAdd/first": unmarshal: `)
	require.Contains(t, out, `; "testdata/fuzz/FuzzAdd/second": unmarshal: `)
	code, out, problems = call(t, t.Context(), "", "fuzz", "-for", "1s", "-j", "1", "-run", "Add", "-corpus", t.TempDir(), "./counter")
	require.Equal(t, console.ExitBroken, code, problems)
	out = strings.Join(strings.Fields(out), " ")
	require.Contains(t, out, `FuzzAdd of example.org/somebodys/counter failed: "testdata/fuzz/FuzzAdd/first": unmarshal: `)
	require.Contains(t, out, `; "testdata/fuzz/FuzzAdd/second": unmarshal: `)
	require.NotContains(t, out, "was skipped")
}

// A run without the feedback does not start from inputs that the feedback found.
func TestFuzz_BlindHasItsOwnCache(t *testing.T) {
	b := &check.Binary{Package: "example.org/somebodys"}
	var all []string
	for _, k := range []fuzzing{{}, {blind: true}, {native: "FuzzAdd"}, {native: "FuzzAdd", blind: true}} {
		dir, err := k.cache(b)
		require.NoError(t, err)
		require.NotContains(t, all, dir)
		all = append(all, dir)
	}
}

const givenFuzz = `package counter

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

func FuzzSeed(f *testing.F) {
	f.Add([]byte("concurrently"), []byte{})
	schedfuzz.Run(f, func(p []byte) schedfuzz.Input {
		return schedfuzz.Input{Program: func(s *sched.S) {
			var c Counter
			s.Go(c.Add)
			if string(p) == "concurrently" {
				s.Go(c.Add)
			}
			s.Wait()
			if c.n.Load() != 2 && string(p) == "concurrently" {
				s.Errorf("the counter is %d", c.n.Load())
			}
		}}
	})
}

func FuzzPanics(f *testing.F) {
	schedfuzz.Run(f, func(p []byte) schedfuzz.Input { panic("no decoder") })
}

func FuzzAlone(f *testing.F) {
	schedfuzz.Run(f, func(p []byte) schedfuzz.Input {
		return schedfuzz.Input{Program: func(s *sched.S) {
			var c Counter
			s.Go(c.Add)
			s.Wait()
		}}
	})
}
`

// The fuzzer starts from the inputs of F.Add. A panic in the function that makes programs is a failure with an
// input. If the two threads of a target never access the same object, its row says so. Inputs of a removed
// target fail the regression run.
func TestFuzz_WhatTargetsGive(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": givenFuzz})
	fuzz := func(target string) (int, string) {
		code, out, problems := call(t, t.Context(), "", "fuzz", "-for", "1s", "-j", "1", "-run", "^"+target+"$", "-corpus", t.TempDir(), "./counter")
		return code, strings.Join(strings.Fields(out), " ") + problems
	}
	code, says := fuzz("FuzzSeed")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, says, "the counter is 1")
	code, says = fuzz("FuzzPanics")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, says, "panic: the function of the target: no decoder")
	require.Contains(t, says, "corpus: testdata/fuzz/FuzzPanics/")
	code, says = fuzz("FuzzAlone")
	require.Equal(t, console.ExitBroken, code)
	require.Regexp(t, `bound hit: in none of \d+ executions did two threads access the same object, one of them writing`, says)
	require.Contains(t, says, "FuzzAlone of example.org/somebodys/counter failed.")

	require.NoError(t, os.Rename("counter/testdata/fuzz/FuzzSeed", "counter/testdata/fuzz/FuzzGone"))
	_, out, _ := call(t, t.Context(), "", "fuzz", "-regress", "./counter")
	require.Contains(t, strings.Join(strings.Fields(out), " "), "The inputs in testdata/fuzz/FuzzGone were not run, because there is no such target.")
}

const severalFuzz = `package counter

import (
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

// Each byte makes each of three threads do one of eight things to a number.
func FuzzSeveral(f *testing.F) {
	schedfuzz.Run(f, func(program []byte) schedfuzz.Input {
		return schedfuzz.Input{Program: func(s *sched.S) {
			var n atomic.Int32
			does := []func(){
				func() { n.Add(1) },
				func() { n.Add(2) },
				func() { n.Load() },
				func() { n.Load() },
				func() { n.Store(1) },
				func() { n.Store(2) },
				func() { n.Swap(1) },
				func() { n.CompareAndSwap(1, 2) },
			}
			for i := range 3 {
				s.Go(func() {
					for _, b := range program[:min(len(program), 8)] {
						does[b>>(2*i)&7]()
					}
				})
			}
			s.Wait()
		}}
	})
}
`

// The loop starts from the corpus. Even in the shortest time it reaches everything that an earlier run found; a
// loop with an empty corpus does not.
func TestFuzz_StartsFromItsCorpus(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{"counter/counter_test.go": severalFuzz, "counter/counter.go": counter})
	loop := func(lasts, kept string) (orders int) {
		code, out, problems := call(t, t.Context(), "", "fuzz", "-for", lasts, "-j", "1", "-corpus", kept, "-json", "./counter")
		require.Equal(t, console.ExitHeld, code, "%s%s", out, problems)
		m := regexp.MustCompile(`(\d+) orders of accesses by (\d+) inputs`).FindStringSubmatch(out)
		require.NotNil(t, m, out)
		orders, err := strconv.Atoi(m[1])
		require.NoError(t, err)
		return orders
	}
	kept := t.TempDir()
	found := loop("2s", kept)
	require.GreaterOrEqual(t, loop("1ms", kept), found)
	require.Less(t, loop("1ms", t.TempDir()), found)
}

// Go's fuzzer keeps its inputs in the directory of -corpus.
func TestFuzz_CorpusOfGo(t *testing.T) {
	takesLong(t)
	right := strings.Replace(counter, "c.n.Store(c.n.Load() + 1)", "c.n.Add(1)", 1)
	somebodys(t, "", map[string]string{"counter/counter.go": right, "counter/counter_test.go": counterFuzz})
	for _, args := range [][]string{nil, {"-blind"}} {
		kept := t.TempDir()
		args = append(args, "-go", "FuzzAdd", "-for", "3s", "-j", "1", "-corpus", kept, "./counter")
		code, _, problems := call(t, t.Context(), "", append([]string{"fuzz"}, args...)...)
		require.Equal(t, console.ExitHeld, code, problems)
		files, err := os.ReadDir(filepath.Join(kept, "FuzzAdd"))
		require.NoError(t, err)
		require.NotEmpty(t, files, problems)
	}
}

// A finding of Go's fuzzer becomes a token of a smaller program, and a corpus file.
func TestFuzz_GoFinds(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": counterFuzz})
	code, _, out := call(t, t.Context(), "", "fuzz", "-go", "FuzzAdd", "-for", "60s", "-j", "1", "-corpus", t.TempDir(), "./counter")
	require.Equal(t, console.ExitBroken, code, out)
	require.Contains(t, out, "the counter is 1")
	_, rest, _ := strings.Cut(out, "stealproof replay ")
	token, err := report.ParseToken(strings.Fields(rest)[0])
	require.NoError(t, err)
	_, program, _ := fuzzer.TargetOf(token)
	require.Empty(t, program, "no byte of the program is needed")
	code, out, problems := call(t, t.Context(), "", "replay", strings.Fields(rest)[0])
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, "the counter is 1")
	code, out, problems = call(t, t.Context(), "", "fuzz", "-regress", "-run", "Add", "./counter")
	require.Equal(t, console.ExitBroken, code, problems)
	require.Contains(t, out, "the counter is 1")
}

func TestFuzz_BadInput(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{"counter/counter.go": counter, "counter/counter_test.go": counterFuzz, "searchless/a_test.go": "package searchless\n"})
	require.NoError(t, os.WriteFile("x", []byte("int"), 0o666))
	for _, dir := range []string{"some", "FuzzPlain"} {
		require.NoError(t, os.Mkdir(dir, 0o777))
		require.NoError(t, os.WriteFile(dir+"/crash", []byte(fuzzer.Bytes{}.String()), 0o666))
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-for", "-1s"}, "-for is -1s; want 0 or more"},
		{[]string{"-run", "("}, "-run: error parsing regexp"},
		{[]string{"-regress", "-go", "FuzzAdd"}, "only one of -go, -regress, -token and -file may be given"},
		{[]string{"-seed", "0"}, "-seed is 0; want 1 or more"},
		{[]string{"-regress", "-save"}, "-regress runs the inputs in testdata/fuzz, so it does not take -save"},
		{[]string{"-regress", "-corpus", "x"}, "-regress runs the inputs in testdata/fuzz, so it does not take -corpus"},
		{[]string{"-regress", "-blind"}, "-regress runs the inputs in testdata/fuzz, so it does not take -blind"},
		{[]string{"-regress", "-for", "1s"}, "does not take -for"},
		{[]string{"-go", "FuzzAdd", "-save"}, "-go fuzzes one target with go test -fuzz, so it does not take -save"},
		{[]string{"-token", "x", "-blind"}, "-token converts one file, so it does not take -blind"},
		{[]string{"-file", "abc", "-seed", "2"}, "-file converts one token, so it does not take -seed"},
		{[]string{"-token", "some/crash", "./counter"}, "-token: the directory of some/crash names the target, some, but example.org/somebodys/counter has no such target"},
		{[]string{"-token", "FuzzPlain/crash", "./counter"}, "has no such target that fuzzes schedules; move the file to testdata/fuzz/TARGET"},
		{[]string{"-go", "Fuzz|Add"}, "want the name of a fuzz target"},
		{[]string{"-token", "none"}, "none: no such file"},
		{[]string{"-token", "x"}, "x is not a corpus file"},
		{[]string{"-file", "abc"}, "the token is damaged"},
		{[]string{"./counter", "./counter"}, "fuzz takes one package"},
		{[]string{"./counter", "-j", "1"}, "put flags before"},
		{[]string{"-run", "None", "./counter"}, "no fuzz target matches"},
		{[]string{"-for", "0", "./counter"}, "with -for 0 only the first of 2 targets would run; choose one with -run"},
		{[]string{"./searchless"}, "has no fuzz targets, so nothing was fuzzed"},
		{[]string{"-for", "1s", "-run", "Plain", "./counter"}, "no target called schedfuzz.Run or wsqtest.Fuzz"},
	} {
		code, _, problems := call(t, t.Context(), "", append([]string{"fuzz"}, c.args...)...)
		require.Equal(t, console.ExitUsage, code, "%v: %s", c.args, problems)
		require.Contains(t, problems, c.want, "%v", c.args)
	}
}
