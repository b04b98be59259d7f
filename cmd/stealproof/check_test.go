package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
)

// somebodysWith makes a module outside this one. It requires further modules, which have their own directories.
func somebodysWith(t *testing.T, files map[string]string, modules ...string) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	mod := "module example.org/somebodys\n\ngo 1.26.0\n\nrequire github.com/stealproof/stealproof v0.0.0\n\nreplace github.com/stealproof/stealproof => " + root + "\n"
	for _, m := range modules {
		mod += fmt.Sprintf("\nrequire example.org/%[1]s v0.0.0\n\nreplace example.org/%[1]s => ./modules/%[1]s\n", m)
		files["modules/"+m+"/go.mod"] = "module example.org/" + m + "\n\ngo 1.26.0\n"
	}
	somebodys(t, mod, files)
}

// program returns a test file with one search of the body.
func program(pkg, imports, test, body string) string {
	return fmt.Sprintf("package %s\n\nimport (\n\t\"testing\"\n%s\n\t\"github.com/stealproof/stealproof/model/sched\"\n)\n\nfunc %s(t *testing.T) {\n\tsched.Explore(t, func(s *sched.S) {\n%s\n\t})\n}\n", pkg, imports, test, body)
}

// takesLong skips a test that builds many packages, unless long tests are on.
func takesLong(t *testing.T) {
	t.Helper()
	long.Skip(t, "this builds many packages")
}

// A package that only test files import is searched too, as far as it can be rewritten.
func TestCheck_PackagesThatOnlyTestsImport(t *testing.T) {
	takesLong(t)
	const waits = "\n\ts.Wait()\n"
	somebodysWith(t, map[string]string{
		"ours/a.go": "package ours\n",
		"ours/a_test.go": program("ours", `"github.com/stealproof/stealproof/wsq"`, "TestOurs", `
	d := wsq.NewChaseLev[int](4)
	d.Push(1)
	s.Go(func() { d.Pop() })
	s.Go(func() { d.Steal() })`+waits),
		"theirs/a.go": "package theirs\n",
		"theirs/a_test.go": program("theirs", `"example.org/counter"`, "TestTheirs", `
	var c counter.Counter
	s.Go(c.Add)
	s.Go(c.Add)`+waits+`
	if c.Get() != 2 {
		s.Errorf("the counter is %d", c.Get())
	}`),
		"modules/counter/counter.go": counter + "\nfunc (c *Counter) Get() int64 { return c.n.Load() }\n",
		"left/a.go":                  "package left\n\nimport \"sync/atomic\"\n\nvar N atomic.Int64\n",
		"left/a_test.go": program("left", `"example.org/events"`, "TestLeft", `
	events.New()
	s.Go(func() { N.Add(1) })
	s.Go(func() { N.Add(1) })`+waits),
		"modules/events/events.go": "package events\n\nimport . \"sync\"\n\ntype Events struct{ m Mutex }\n\nfunc New() *Events { return &Events{} }\n",
		"alone/a.go":               "package alone\n\nfunc F() {}\n",
		"alone/a_test.go":          program("alone", "", "TestAlone", "\tF()"+waits),
		"uses/a.go":                "package uses\n\nimport \"github.com/stealproof/stealproof/wsq\"\n\nfunc New() *wsq.ChaseLev[int] { return wsq.NewChaseLev[int](4) }\n",
		"uses/a_test.go":           program("uses", "", "TestUses", "\td := New()\n\ts.Go(func() { d.Push(1) })\n\ts.Go(func() { d.Steal() })"+waits),
	}, "counter", "events")
	search := func(pkg string) report.Report {
		code, stdout, stderr := call(t, t.Context(), "", "check", "-json", pkg)
		require.Contains(t, []int{console.ExitHeld, console.ExitBroken}, code, stderr)
		var r report.Report
		require.NoError(t, json.Unmarshal([]byte(stdout), &r), stderr)
		return r
	}
	for _, pkg := range []string{"./ours", "./uses"} {
		r := search(pkg)
		require.Equal(t, report.Exhausted, r.Ending)
		require.Greater(t, r.Executions, 1)
		require.Greater(t, r.Deepest, 5)
	}
	r := search("./theirs")
	require.Equal(t, "the counter is 1", r.Detail)
	require.Contains(t, r.Text, "example.org/counter/counter.go:7")
	code, stdout, stderr := call(t, t.Context(), "", "replay", r.Token)
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "the counter is 1")

	code, stdout, stderr = call(t, t.Context(), "", "check", "./left")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "The tests of example.org/somebodys/left import example.org/events (example.org/events/events.go:3: a dot import of sync; import it under a name), which cannot be rewritten. Schedules inside it were not searched.")

	code, _, stderr = call(t, t.Context(), "", "check", "./alone")
	require.Equal(t, console.ExitUsage, code, stderr)
	require.Contains(t, stderr, "stealproof: example.org/somebodys/alone: neither the package nor the imports of its tests share memory between goroutines, so nothing was checked\n")
}

// A part claims only itself. All parts together claim the whole.
func TestCheck_Parts(t *testing.T) {
	takesLong(t)
	sound := strings.Replace(counter, "c.n.Store(c.n.Load() + 1)", "c.n.Add(1)", 1)
	somebodys(t, "", map[string]string{
		"counter/counter.go": sound, "counter/counter_test.go": strings.Replace(counterTest, "s.Go(c.Add)\n", "s.Go(func() { c.Add(); c.Add() })\n", 1),
	})
	test, err := os.ReadFile("counter/counter_test.go")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("counter/counter_test.go", []byte(strings.Replace(string(test), "!= 2", "!= 3", 1)), 0o666))
	part := func(shard string) (file string, code int) {
		code, stdout, stderr := call(t, t.Context(), "", "check", "-json", "-shard", shard, "./counter")
		require.NotEqual(t, console.ExitUsage, code, stderr)
		require.Contains(t, stdout, `"part": "`+shard+`"`)
		file = strings.ReplaceAll(shard, "/", "-") + ".json"
		require.NoError(t, os.WriteFile(file, []byte(stdout), 0o666))
		return file, code
	}
	merge := func(files ...string) (code int, stdout, stderr string) {
		return call(t, t.Context(), "", append([]string{"check", "-merge"}, files...)...)
	}
	var files []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		file, code := part(shard)
		require.Equal(t, console.ExitHeld, code)
		files = append(files, file)
	}
	code, stdout, stderr := call(t, t.Context(), "", "check", "-shard", "1/3", "./counter")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Contains(t, stdout, "part 1/3 exhausted\n")
	require.Contains(t, stdout, "exhausted part 1/3: every schedule of this part")
	require.NotContains(t, stdout, "every schedule was run")
	require.Contains(t, stderr, "TestAdd: part 1/3 exhausted")

	code, stdout, stderr = call(t, t.Context(), "", "check", "-json", "./counter")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.NoError(t, os.WriteFile("whole.json", []byte(stdout), 0o666))
	code, stdout, _ = merge(files...)
	require.Equal(t, console.ExitHeld, code)
	require.Regexp(t, `TestAdd +steps .* exhausted\n`, stdout)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "every schedule was run")
	require.NotContains(t, stdout, "part")

	require.NoError(t, os.WriteFile("none.json", nil, 0o666))
	other, _ := part("1/2")
	edited := func(name, file, from, to string) string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(text), from)
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(text), from, to, 1)), 0o666))
		return name
	}
	// A part of other sources.
	is := edited("2-3.json.is", files[1], "exhausted", "exhausted")
	edited("counter/counter.go", "counter/counter.go", "c.n.Add(1)", "c.n.Add(2 - 1)")
	part("2/3")
	changed := "2-3.json.other"
	require.NoError(t, os.Rename(files[1], changed))
	require.NoError(t, os.Rename(is, files[1]))
	edited("counter/counter.go", "counter/counter.go", "c.n.Add(2 - 1)", "c.n.Add(1)")
	for _, c := range []struct {
		files []string
		want  string
	}{
		{files[:2], "part 3/3 is missing"},
		{[]string{files[0], edited("nonsense.json", files[1], `"exhausted"`, `"nonsense"`)}, `nonsense.json is not the output of check -json: TestAdd ends as "nonsense"`},
		{[]string{files[0], edited("negative.json", files[1], `"executions": `, `"executions": -`)}, "negative.json is not the output of check -json: TestAdd has a count that cannot be"},
		{[]string{files[0], edited("old.json", files[1], `"fingerprint"`, `"doing"`)}, "old.json: part 2/3 of TestAdd has no fingerprint; run check -shard again with this version"},
		{[]string{files[0], changed, files[2]}, "1-3.json and 2-3.json.other search different sources, with other options or by another version; run all parts on the same"},
		{files[1:2], "part 1/3, part 3/3 are missing"},
		{append(files[:2:2], files[0]), "part 1/3 of TestAdd is in two files, 1-3.json and 1-3.json"},
		{append(files[:1:1], other), "1-2.json has part 1/2 of TestAdd, but another file has one of 3 parts"},
		{[]string{"whole.json"}, "whole.json has the whole search of TestAdd, not a part of it; want the output of check -shard i/n -json"},
		{[]string{"counter/counter.go"}, "counter/counter.go is not the output of check -json: invalid character 'p' looking for beginning of value"},
		{[]string{"none.json"}, "there are no searches in none.json"},
		{nil, "-merge needs files with the output of check -shard i/n -json"},
	} {
		code, stdout, stderr := merge(c.files...)
		require.Equal(t, console.ExitUsage, code)
		require.Equal(t, "stealproof: "+c.want+"\n", stderr)
		require.Empty(t, stdout)
	}

	// A violation in one part is the verdict, even if other parts are missing.
	require.NoError(t, os.WriteFile("counter/counter.go", []byte(counter), 0o666))
	file, code := part("1/2")
	require.Equal(t, console.ExitBroken, code)
	code, stdout, stderr = merge(file)
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stderr, "part 2/2 is missing")
	require.Contains(t, stdout, "VIOLATION  TestAdd")
}

// A part knows the sources of modules that are in directories too, although they are not rewritten. Nothing else fixes them.
func TestCheck_PartsOfALocalModule(t *testing.T) {
	takesLong(t)
	const adds = "\tvar n atomic.Int64\n\ts.Go(func() { n.Add(pure.One()) })\n\ts.Go(func() { n.Add(1) })\n\ts.Wait()"
	somebodysWith(t, map[string]string{
		"adds/a.go":                "package adds\n",
		"adds/a_test.go":           program("adds", "\"example.org/pure\"\n\"sync/atomic\"\n", "TestAdd", adds),
		"modules/pure/pure.go":     "package pure\n\nfunc One() int64 { return one() }\n",
		"modules/pure/one.go":      "package pure\n\nfunc one() int64 { return 1 }\n",
		"modules/pure/one_test.go": "package pure\n",
	}, "pure")
	part := func(shard, name string) string {
		code, stdout, stderr := call(t, t.Context(), "", "check", "-json", "-shard", shard, "./adds")
		require.NotEqual(t, console.ExitUsage, code, stderr)
		require.NoError(t, os.WriteFile(name, []byte(stdout), 0o666))
		return name
	}
	first := part("1/2", "first.json")
	require.NoError(t, os.WriteFile("modules/pure/one_test.go", []byte("package pure\n\n// It is not part of the program.\n"), 0o666))
	same := part("2/2", "same.json")
	require.NoError(t, os.WriteFile("modules/pure/one.go", []byte("package pure\n\nfunc one() int64 { return 2 }\n"), 0o666))
	other := part("2/2", "other.json")
	code, _, stderr := call(t, t.Context(), "", "check", "-merge", first, same)
	require.Equal(t, console.ExitHeld, code, stderr)
	code, _, stderr = call(t, t.Context(), "", "check", "-merge", first, other)
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "first.json and other.json search different sources")
}

// Modules whose paths have no dot are not std. Their types are put back, their locks are named, and those that can be
// rewritten are.
func TestCheck_ModulesWithoutADot(t *testing.T) {
	takesLong(t)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	mod := "module mine\n\ngo 1.26.0\n\nrequire github.com/stealproof/stealproof v0.0.0\n\nreplace github.com/stealproof/stealproof => " + root + "\n"
	files := map[string]string{
		"a.go": "package mine\n\nimport \"state\"\n\nvar Box = state.New()\n",
		"a_test.go": `package mine

import (
	"helper"
	"locker"
	"sync"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

func two(t *testing.T, f func(n *int)) {
	sched.Explore(t, func(s *sched.S) {
		n := 0
		s.Go(func() { f(&n) })
		s.Go(func() { f(&n) })
		s.Wait()
	})
}

func TestLocker(t *testing.T) { two(t, func(n *int) { locker.Enter(); *n++; locker.Exit() }) }

func TestState(t *testing.T) {
	var mu sync.Mutex
	two(t, func(*int) { mu.Lock(); Box.Add(); mu.Unlock() })
}

func TestHelper(t *testing.T) { two(t, func(n *int) { helper.Under(t, func() { *n++ }) }) }

func TestBesideHelper(t *testing.T) { two(t, func(n *int) { helper.Under(t, func() {}); *n++ }) }
`,
		"modules/state/s.go":  "package state\n\ntype Box struct{ n int }\n\nfunc New() *Box { return &Box{} }\n\nfunc (b *Box) Add() { b.n++ }\n",
		"modules/locker/l.go": "package locker\n\nimport . \"sync\"\n\nvar all Mutex\n\nfunc Enter() { all.Lock() }\n\nfunc Exit() { all.Unlock() }\n",
		"modules/helper/h.go": "package helper\n\nimport (\n\t\"sync\"\n\t\"testing\"\n)\n\nvar all sync.Mutex\n\nfunc Under(t testing.TB, f func()) { t.Helper(); all.Lock(); defer all.Unlock(); f() }\n",
	}
	for _, m := range []string{"state", "locker", "helper"} {
		mod += fmt.Sprintf("\nrequire %[1]s v0.0.0\n\nreplace %[1]s => ./modules/%[1]s\n", m)
		files["modules/"+m+"/go.mod"] = "module " + m + "\n\ngo 1.26.0\n"
	}
	somebodys(t, mod, files)
	_, stdout, stderr := call(t, t.Context(), "", "check", "-json", "-race=false", ".")
	got := map[string]report.Report{}
	for d := json.NewDecoder(strings.NewReader(stdout)); ; {
		var r report.Report
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "%s%s", stdout, stderr)
		got[r.Test] = r
	}
	require.Len(t, got, 4, stderr)
	require.Equal(t, report.RuleUnseen, got["TestLocker"].Rule, got["TestLocker"].Text)
	require.Equal(t, report.Exhausted, got["TestState"].Ending, got["TestState"].Text)
	require.Equal(t, report.Exhausted, got["TestHelper"].Ending, got["TestHelper"].Text)
	require.Equal(t, report.RuleRace, got["TestBesideHelper"].Rule, got["TestBesideHelper"].Text)
}

// All packages that cannot be rewritten are named, and the others are searched.
func TestCheck_GoesOnAfterARefusal(t *testing.T) {
	long.Skip(t, "this builds a module")
	const adds = "\tvar n atomic.Int64\n\ts.Go(func() { n.Add(1) })\n\ts.Go(func() { n.Add(1) })\n\ts.Wait()"
	files := map[string]string{"b/b.go": "package b\n", "b/b_test.go": program("b", `"sync/atomic"`, "TestB", adds)}
	for _, refused := range []string{"a", "c"} {
		files[refused+"/a.go"] = "package " + refused + "\n\nimport . \"sync/atomic\"\n\nvar N Int64\n"
		files[refused+"/a_test.go"] = program(refused, "", "TestIt", "\ts.Go(func() { N.Add(1) })\n\ts.Wait()")
	}
	somebodys(t, "", files)
	code, stdout, stderr := call(t, t.Context(), "", "check", "./...")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "stealproof: a/a.go:3: a dot import of sync/atomic")
	require.Contains(t, stderr, "stealproof: c/a.go:3: a dot import of sync/atomic")
	require.Regexp(t, `TestB +steps .* exhausted\n`, stdout)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "/a cannot be rewritten, so it was not searched.")

	somebodys(t, "", files)
	code, stdout, _ = call(t, t.Context(), "", "check", "./a", "./c")
	require.Equal(t, console.ExitUsage, code)
	require.Empty(t, stdout)
}

// If a test process dies, the output says which tests were not run.
func TestCheck_ProcessDies(t *testing.T) {
	long.Skip(t, "this builds a module")
	after := "\nfunc TestB(t *testing.T) { sched.Instrumented() }\n\nfunc TestC(t *testing.T) { sched.Explore(t, func(s *sched.S) {}) }\n"
	somebodys(t, "", map[string]string{
		"exits/a.go":       "package exits\n\nvar N int\n\nfunc F() { N++ }\n",
		"exits/a_test.go":  program("exits", `"os"`, "TestA", "\tos.Exit(3)") + after,
		"panics/a.go":      "package panics\n\nvar N int\n\nfunc F() { N++ }\n",
		"panics/a_test.go": program("panics", "", "TestA", "\ts.Wait()") + after + "\nfunc TestD(t *testing.T) { sched.Instrumented(); panic(\"help\") }\n",
		"begins/a.go":      "package begins\n\nfunc init() { panic(\"help\") }\n",
		"begins/a_test.go": program("begins", "", "TestA", "\ts.Wait()"),
		"last/a.go":        "package last\n\nimport \"sync/atomic\"\n\nvar N atomic.Int64\n",
		"last/a_test.go":   program("last", `"os"`, "TestA", "\ts.Go(func() { N.Add(1) })\n\ts.Wait()") + "\nfunc TestB(t *testing.T) { sched.Instrumented(); os.Exit(0) }\n",
	})
	for pkg, want := range map[string]string{
		"exits":  "(exit status 3) in TestA; 2 tests were not run: TestB, TestC. Nothing is claimed about the rest.",
		"panics": "(exit status 2) in TestD. Nothing",
		"begins": "(exit status 2); which tests were left to run is not known. Nothing",
		"last":   "(exit status 0) in TestB. Nothing",
	} {
		code, stdout, stderr := call(t, t.Context(), "", "check", "./"+pkg)
		require.Equal(t, console.ExitBroken, code, stderr)
		require.Contains(t, strings.Join(strings.Fields(stdout), " "), "The test process of example.org/somebodys/"+pkg+" died "+want, stderr)
		require.NotContains(t, stdout, "Nothing was run")
	}
}

// A test that cannot come to a search is not run, so it decides nothing.
func TestCheck_RunsOnlySearches(t *testing.T) {
	long.Skip(t, "this builds a module")
	somebodys(t, "", map[string]string{
		"p/a.go": "package p\n\nvar N int\n",
		"p/a_test.go": program("p", `"os"`, "TestA", "\ts.Go(func() { N++ })\n\ts.Wait()") + `
func TestFails(t *testing.T)   { t.Fatal("unrelated") }
func TestExits(t *testing.T)   { os.Exit(3) }
func ExampleN()                { os.Exit(4) }
func FuzzExits(f *testing.F)   { os.Exit(5) }
func TestByName(t *testing.T)  { t.Run("inside", byName) }
func TestByValue(t *testing.T) { for _, f := range []func(*testing.T){all[0]} { f(t) } }
func TestBySuite(t *testing.T) { run(t, suite{}) }

func byName(t *testing.T) { TestA(t) }

var all = []func(*testing.T){byName}

type suite struct{}

func (suite) Inside(t *testing.T) { byName(t) }

func run(t *testing.T, s any) { s.(interface{ Inside(t *testing.T) }).Inside(t) }
`,
		"p/go-help/v2/help.go": "package help\n\nimport (\n\t\"testing\"\n\n\t\"github.com/stealproof/stealproof/model/sched\"\n)\n\nfunc Searches(t *testing.T) { sched.Explore(t, func(s *sched.S) { s.Go(func() {}); s.Wait() }) }\n",
		"p/c_test.go":          "package p\n\nimport (\n\t\"testing\"\n\n\t\"example.org/somebodys/p/go-help/v2\"\n)\n\nfunc TestByHelper(t *testing.T) { help.Searches(t) }\n",
		"p/b_test.go":          "package p_test\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestOutside(t *testing.T) { os.Exit(6) }\n",
	})
	code, stdout, stderr := call(t, t.Context(), "", "check", "./p")
	require.Equal(t, console.ExitHeld, code, "%s%s", stdout, stderr)
	for _, search := range []string{"TestA ", "TestByName/inside ", "TestByValue ", "TestBySuite ", "TestByHelper "} {
		require.Contains(t, stdout, search)
	}
	require.Contains(t, stderr, "5 tests not run, because they search nothing: ExampleN, FuzzExits, TestExits, TestFails, TestOutside\n")

	code, _, stderr = call(t, t.Context(), "", "check", "-run", "TestFails", "./p")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, `no test that matches -run "TestFails" calls sched.Explore, lin.Check or wsqtest.Explore, so nothing was checked; to search plain tests, use -tests`)
}

// A deque whose thieves answer a value and a bool is judged by what that can mean.
func TestCheck_DequeOfTwoResults(t *testing.T) {
	takesLong(t)
	const deque = `package two

import "sync"

// Deque gives up a steal where somebody else is there.
type Deque struct {
	mu    sync.Mutex
	items []int
}

func (d *Deque) Push(v int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.items = append(d.items, v)
}

func (d *Deque) Pop() (int, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.items) - 1
	if n < 0 {
		return 0, false
	}
	v := d.items[n]
	d.items = d.items[:n]
	return v, true
}

func (d *Deque) Steal() (int, bool) {
	if !d.mu.TryLock() {
		return 0, false
	}
	defer d.mu.Unlock()
	if len(d.items) <= 0 {
		return 0, false
	}
	v := d.items[0]
	d.items = d.items[1:]
	return v, true
}
`
	const test = `package two

import (
	"testing"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

func TestTwo(t *testing.T) {
	scenario, err := model.ParseScenario("push push ; pop push | steal | steal")
	if err != nil {
		t.Fatal(err)
	}
	wsqtest.Explore(t, wsqtest.Adapt(func(int) wsqtest.Methods[int] {
		d := new(Deque)
		return wsqtest.Methods[int]{Push: wsqtest.Always(d.Push), Pop: d.Pop, Steal: d.Steal}
	}), 8, scenario, wsqtest.Options[int]{})
}
`
	early := strings.Replace(deque, "<= 0", "<= 1", 1)
	require.NotEqual(t, deque, early)
	somebodys(t, "", map[string]string{
		"two/two.go": deque, "two/two_test.go": test,
		"early/early.go": strings.Replace(early, "package two", "package early", 1), "early/early_test.go": strings.Replace(test, "package two", "package early", 1),
	})
	code, stdout, stderr := call(t, t.Context(), "", "check", "./two")
	require.Equal(t, console.ExitHeld, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, " exhausted\n")
	code, stdout, stderr = call(t, t.Context(), "", "check", "./early")
	require.Equal(t, console.ExitBroken, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, "rule broken: linearizable")
}

// What the scheduler cannot control is no fault of the program. Neither is a long loop.
func TestCheck_LimitsAreNoViolations(t *testing.T) {
	takesLong(t)
	somebodys(t, "", map[string]string{
		"foreign/a.go": "package foreign\n\nvar N int\n",
		"foreign/a_test.go": program("foreign", `"net/http/httptest"; "net/http"`, "TestA", `	s.Go(func() {
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { N++ }))
		srv.Start()
		http.Get(srv.URL)
	})
	s.Wait()`) + "\nfunc TestB(t *testing.T) { sched.Explore(t, func(s *sched.S) { s.Go(func() { N++ }); s.Wait() }) }\n",
		"stray/a.go":      "package stray\n\nvar N int\n",
		"stray/a_test.go": program("stray", `"net/http/httptest"`, "TestA", "\ts.Go(func() { httptest.NewServer(nil); N++ })\n\ts.Wait()"),
		"long/a.go":       "package long\n\nimport \"sync/atomic\"\n\nvar N atomic.Int64\n",
		"long/a_test.go":  program("long", "", "TestA", "\ts.Go(func() {\n\t\tfor range 40_000 {\n\t\t\tN.Add(1)\n\t\t}\n\t})\n\ts.Go(func() { N.Add(1) })\n\ts.Wait()"),
	})
	code, stdout, stderr := call(t, t.Context(), "", "check", "-time", "3s", "./foreign")
	require.Equal(t, console.ExitCut, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, "foreign/a_test.go:")
	require.Contains(t, stdout, " ran on a goroutine that net/http.(*Server).Serve started")
	require.Regexp(t, `TestB .* exhausted\n`, stdout, "another process does what this one could not")

	code, stdout, stderr = call(t, t.Context(), "", "check", "-time", "3s", "./stray")
	require.Equal(t, console.ExitCut, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, "NOT CHECKED  TestA\n  not checked: code that was not rewritten started a goroutine")
	require.Contains(t, stdout, "1 search could not be checked: nothing is claimed about these programs.")
	require.NotContains(t, stdout, "VIOLATION")
	code, stdout, stderr = call(t, t.Context(), "", "check", "-time", "3s", "./long")
	require.Equal(t, console.ExitCut, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, "bound hit: some executions had more than 10000 steps")
	require.NotContains(t, stdout, "VIOLATION")
}

func TestCheck_FlagsFirst(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check", "./mydeque", "-v"}, "-v comes after ./mydeque; put flags before the packages"},
		{[]string{"replay", "AAA", "-json"}, "-json comes after AAA; put flags before the token"},
		{[]string{"check", "-merge", "-shard", "1/2", "a"}, "-merge combines parts, so it does not take -shard"},
	} {
		code, stdout, stderr := call(t, t.Context(), "", c.args...)
		require.Equal(t, console.ExitUsage, code)
		require.Equal(t, "stealproof: "+c.want+"\n", stderr)
		require.Empty(t, stdout)
	}
}

// A search that does not look for races tries only one order of plain accesses.
func TestCheck_WithoutRacesClaimsLess(t *testing.T) {
	search := func(o engine.Options) report.Report {
		return engine.Search(func() {
			for range 2 {
				engine.Go("", engine.Local)
			}
			engine.Join()
		}, o).Report(report.Token{})
	}
	with, without := search(engine.Options{}), search(engine.Options{NoRaces: true})
	require.Equal(t, "exhausted", check.Verdict(with))
	require.Equal(t, "exhausted, races not looked for", check.Verdict(without))
	const less = "Their result holds only for programs without data races"
	require.NotContains(t, verdictsOf([]report.Report{with}).String(), less)
	require.Contains(t, verdictsOf([]report.Report{with, without}).String(), less)
}

// With -tags other files are built, and the line that repeats a failure has the tags.
func TestCheck_Tags(t *testing.T) {
	long.Skip(t, "this builds a module")
	t.Setenv(report.EnvTags, "")
	files := map[string]string{"a.go": "package a\n"}
	const adds = "\tn := 0\n\ts.Go(func() { n++ })\n\ts.Go(func() { n++ })\n\ts.Wait()"
	files["tagged_test.go"] = "//go:build mine && !yours\n\n" + program("a", "", "TestTagged", adds)
	files["plain_test.go"] = "//go:build !mine\n\n" + program("a", "\"sync/atomic\"\n", "TestPlain", "\tvar n atomic.Int64\n\ts.Go(func() { n.Add(1) })\n\ts.Wait()")
	somebodys(t, "", files)
	code, stdout, stderr := call(t, t.Context(), "", "check", ".")
	require.Equal(t, console.ExitHeld, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, "TestPlain")
	code, stdout, stderr = call(t, t.Context(), "", "check", "-tags", "mine, yours", ".")
	require.Equal(t, console.ExitUsage, code, stdout)
	require.Equal(t, "stealproof: -tags takes tags separated by commas, without blanks\n", stderr)
	code, stdout, stderr = call(t, t.Context(), "", "check", "-tags", "mine,others", ".")
	require.Equal(t, console.ExitBroken, code, "%s%s", stdout, stderr)
	require.Contains(t, stdout, "VIOLATION  TestTagged")
	line := regexp.MustCompile(`replay: .* replay (-tags=mine,others) (\S+)\n`).FindStringSubmatch(stdout)
	require.NotNil(t, line, stdout)

	t.Setenv("GOFLAGS", "-mod=mod")
	code, stdout, stderr = call(t, t.Context(), "", "replay", line[2])
	require.NotEqual(t, console.ExitBroken, code, "%s%s", stdout, stderr)
	code, stdout, stderr = call(t, t.Context(), "", "replay", line[1], line[2])
	require.Equal(t, console.ExitBroken, code, "%s%s", stdout, stderr)
}
