package peers

import (
	"context"
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
	"github.com/stealproof/stealproof/internal/long"
)

// fake turns the test binary into a peer or a compiler that prints this text and exits.
const fake = "STEALPROOF_FAKE_PEER"

func TestMain(m *testing.M) {
	if out, is := os.LookupEnv(fake); is {
		fmt.Print(out)
		if log := os.Getenv(fake + "_LOG"); log != "" {
			f, _ := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			fmt.Fprintln(f, os.Args[1:])
			f.Close()
		}
		for _, v := range os.Environ() {
			if v == "LOOM_MAX_PREEMPTIONS=2" {
				os.Exit(3)
			}
		}
		switch os.Getenv(fake + "_END") {
		case "fails":
			fmt.Fprintln(os.Stderr, "thread 'main' panicked")
			os.Exit(101)
		case "hangs":
			time.Sleep(time.Minute)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func self(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	require.NoError(t, err)
	return exe
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ out, want string }{
		{"", "it printed no result"},
		{"\n", "it printed no result"},
		{"warming up\n", `it printed no result but "warming up\n": invalid character 'w' looking for beginning of value`},
		{`{"executions":"many"}`, `it printed no result but "{\"executions\":\"many\"}": json: cannot unmarshal string into Go struct field Explored.executions of type int`},
		{`{"executions":1`, `it printed no result but "{\"executions\":1": unexpected EOF`},
		{`{"runs":1}`, `it printed no result but "{\"runs\":1}": json: unknown field "runs"`},
		{"{}\n{}\n", `it printed more than a result: "{}\n{}\n"`},
		{"{} done\n", `it printed more than a result: "{} done\n"`},
	} {
		require.EqualError(t, parse([]byte(c.out), new(Explored)), c.want, "%q", c.out)
	}
	var e Explored
	require.NoError(t, parse([]byte(`{"tool":"loom","scenario":"1 1 1 1","executions":29,"seconds":0.5,"finished":true,"found":false}`+"\n"), &e))
	require.Equal(t, Explored{"loom", "1 1 1 1", 29, 0.5, true, false}, e)
	require.InDelta(t, 58, e.Rate(), 1e-9)
}

func TestExplore(t *testing.T) {
	p := &Program{Project: Project{Name: "Rust"}, line: []string{self(t)}}
	x := Exploration{Tool: "loom", Scenario: "1 1 1 1", For: time.Second}
	explore := func(x Exploration, out string) error {
		t.Setenv(fake, out)
		_, err := p.Explore(t.Context(), x)
		return err
	}
	t.Setenv("LOOM_MAX_PREEMPTIONS", "2") // must not reach the peer
	require.NoError(t, explore(x, `{"tool":"loom","scenario":"1 1 1 1","executions":29,"seconds":0.5}`))
	require.EqualError(t, explore(x, `{"tool":"loom","scenario":"2 2 2 2","executions":29,"seconds":0.5}`), "loom, 1 1 1 1: the result is of loom, 2 2 2 2")
	require.EqualError(t, explore(x, `{"tool":"loom","scenario":"1 1 1 1","seconds":0.5}`), "loom, 1 1 1 1: 0 executions in 0.5 s")
	const found = `{"tool":"loom","scenario":"1 1 1 1","executions":7,"seconds":0.5,"found":true}`
	require.EqualError(t, explore(x, found), "loom, 1 1 1 1: an item was taken twice after 7 executions, by a deque that should be right")
	x.Broken = true
	require.NoError(t, explore(x, found))

	require.EqualError(t, explore(x, ""), "Rust loom 1 1 1 1 1 broken: it printed no result")
	t.Setenv(fake+"_END", "fails")
	require.EqualError(t, explore(x, ""), "Rust loom 1 1 1 1 1 broken: exit status 101\nthread 'main' panicked")
	t.Setenv(fake+"_END", "hangs")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := p.Explore(ctx, x)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestBuild_AbsentToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var absent *AbsentError
	_, err := Rust("../../..").Build(t.Context(), t.TempDir())
	require.ErrorAs(t, err, &absent)
	require.EqualError(t, err, "Rust: there is no cargo in PATH")
	_, err = JVM("../../..").Build(t.Context(), t.TempDir())
	require.ErrorAs(t, err, &absent)
	require.EqualError(t, err, "JVM: there is no java in PATH")
	_, err = JavaPool("../../..").Build(t.Context(), t.TempDir())
	require.EqualError(t, err, "Java: there is no java in PATH")
	_, err = GoPools("../../..").Build(t.Context(), t.TempDir())
	require.EqualError(t, err, "Go: there is no go in PATH")
	_, err = OneTBB("../../..").Build(t.Context(), t.TempDir())
	require.ErrorAs(t, err, &absent)
	require.EqualError(t, err, "C++: there is no g++ in PATH")
}

func TestBuild_AbsentHeader(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("NOTHING WAS CHECKED: there is no g++")
	}
	p := OneTBB("../../..")
	p.Wants = "no/such/header.h"
	var absent *AbsentError
	_, err := p.Build(t.Context(), t.TempDir())
	require.ErrorAs(t, err, &absent)
	require.EqualError(t, err, "C++: there is no no/such/header.h")
}

// A program is built again only if its sources or the compiler have changed.
func TestBuild_Once(t *testing.T) {
	dir, cache, exe := t.TempDir(), t.TempDir(), self(t)
	log := filepath.Join(cache, "log")
	t.Setenv(fake+"_LOG", log)
	source := filepath.Join(dir, "main.c")
	require.NoError(t, os.WriteFile(source, []byte("1"), 0o644))
	p := Project{
		Name: "C", Dir: dir, version: []string{exe, "version"},
		build: func(_ Project, out string) []string { return []string{exe, "build"} },
		start: func(out string) []string { return []string{out} },
	}
	build := func(version string) int {
		t.Setenv(fake, version)
		require.NoError(t, os.RemoveAll(log))
		b, err := p.Build(t.Context(), cache)
		require.NoError(t, err)
		require.Equal(t, "cc 1", b.Version[:4])
		require.Equal(t, []string{filepath.Join(cache, filepath.Base(dir))}, b.line)
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		return strings.Count(string(text), "build")
	}
	require.Equal(t, 1, build("cc 1\nand more"))
	require.Equal(t, 0, build("cc 1\nand more"))
	require.Equal(t, 1, build("cc 1.1\n"))
	require.NoError(t, os.WriteFile(source, []byte("2"), 0o644))
	require.Equal(t, 1, build("cc 1.1\n"))

	require.NoError(t, os.WriteFile(source, []byte("3"), 0o644))
	p.build = func(Project, string) []string { return []string{filepath.Join(dir, "none")} }
	_, err := p.Build(t.Context(), cache)
	require.ErrorContains(t, err, "C: the build failed: ")
}

func TestLibrary(t *testing.T) {
	for _, c := range []struct {
		p    Project
		name string
	}{{Rust("../../.."), "loom"}, {Rust("../../.."), "shuttle"}, {JVM("../../.."), "lincheck"},
		{RustPools("../../.."), "rayon"}, {RustPools("../../.."), "chili"}, {RustPools("../../.."), "crossbeam-deque"},
		{GoPools("../../.."), "golang.org/x/sync"}, {GoPools("../../.."), "github.com/alitto/pond/v2"}} {
		v, err := c.p.Library(c.name)
		require.NoError(t, err)
		require.Regexp(t, `^\d+\.\d+(\.\d+)?$`, v)
	}
	_, err := Rust("../../..").Library("none")
	require.EqualError(t, err, "Cargo.lock names no version of none")
}

func TestMeasure(t *testing.T) {
	p := &Program{Project: Project{Name: "Go"}, line: []string{self(t)}}
	plan := measure.Plan{Peer: "ants", What: measure.Fib, Workers: 2, N: 22, For: time.Second}
	const right = `{"peer":"ants","what":"fib","workers":2,"n":22,"runs":5,"best":1.5,"median":2,"bytes":0.5,"finished":true}`
	t.Setenv(fake, right)
	r, err := p.Measure(t.Context(), plan.For, plan)
	require.NoError(t, err)
	require.InDelta(t, 1.5, r.Best, 1e-9)
	require.InDelta(t, 0.5, *r.Bytes, 1e-9)
	require.Nil(t, r.Allocations)
	plan.Workers = 1
	_, err = p.Measure(t.Context(), plan.For, plan)
	require.EqualError(t, err, "ants fib, 1 workers: the result is of ants fib, 2 workers, 22")
	t.Setenv(fake, `"2021.8"`)
	version, err := p.Asked(t.Context())
	require.NoError(t, err)
	require.Equal(t, "2021.8", version)
	t.Setenv(fake+"_END", "fails")
	_, err = p.Measure(t.Context(), plan.For, plan)
	require.EqualError(t, err, "Go ants fib 1 22 1: exit status 101\nthread 'main' panicked")
}

// No build of this module contains the nested module.
func TestGoPools_Compiles(t *testing.T) {
	long.Skip(t, "this builds the nested module")
	modules := exec.CommandContext(t.Context(), "go", "list", "-C", "gopools", "-deps", ".")
	modules.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
	if out, err := modules.CombinedOutput(); err != nil && strings.Contains(string(out), "GOPROXY=off") {
		t.Skipf("the modules of others are not here:\n%s", out)
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "-C", "gopools", "./...")
	vet.Env = modules.Env
	out, err := vet.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// The run without padding has the tag that makes package pad empty, and the other one has padding.
func TestUnpadded_HasNoPadding(t *testing.T) {
	for file, p := range map[string]Project{"line.go": Seeds(""), "line_none.go": Unpadded("")} {
		of := build.Default
		args := p.build(p, "out")
		if i := slices.Index(args, "-tags"); i >= 0 {
			of.BuildTags = []string{args[i+1]}
		}
		pad, err := of.ImportDir("../../pad", 0)
		require.NoError(t, err)
		require.Equal(t, []string{file, "pad.go"}, pad.GoFiles)
	}
}
