package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// names counts package names, in whatever pieces they arrive, and nothing else.
func TestNames_AreCounted(t *testing.T) {
	const output = "runtime\nexample.org/a_b/c.v2\nexample.org/a [example.org/a.test]\n" +
		"# example.org/a\na/a.go:3:2: undefined: x\nexample.org/later\n\thave (int)\ntoo many errors\n"
	for _, size := range []int{1, 7, len(output)} {
		found := 0
		n := &names{found: func() { found++ }}
		for rest := []byte(output); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			_, err := n.Write(rest[:min(size, len(rest))])
			require.NoError(t, err)
		}
		require.Equal(t, 4, found)
	}
}

// A build counts the packages that it compiles. The first time this is one package with its tests; later it is
// none, because the cache has it.
func TestCompile_CountsUncachedPackages(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		"go.mod":    "module example.org/a\n\ngo 1.26.0\n",
		"a.go":      "package a // " + dir + "\n",
		"a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666))
	}
	compile := func() int {
		var all []Progress
		m := &meter{tell: func(p Progress) { all = append(all, p) }}
		require.NoError(t, m.compile(t.Context(), Source{Dir: dir, Test: "."}))
		require.Equal(t, Progress{Doing: "compiling its imports"}, all[0])
		for i, p := range all {
			require.Equal(t, i, p.Compiled)
		}
		return len(all) - 1
	}
	require.GreaterOrEqual(t, compile(), 2)
	require.Zero(t, compile())
}

// Build compiles nothing if the package has no tests, or if Before returns an error.
func TestBuild_AsksBeforeItCompiles(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	for file, text := range map[string]string{
		"go.mod":         "module example.org/a\n\ngo 1.26.0\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + root + "\n",
		"none/a.go":      "package none\n",
		"some/a.go":      "package some\n",
		"some/a_test.go": "package some\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n\nfunc ExampleB() {}\n",
		"main/a_test.go": "package main\n\nimport (\n\t\"testing\"\n\n\t\"" + module + "/model/sched\"\n)\n\nfunc TestMain(m *testing.M) { sched.Instrumented() }\n\nfunc TestA(t *testing.T) {}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666))
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	stop, compiling := errors.New("stop"), errors.New("compiling")
	for _, c := range []struct{ pkg, want string }{
		{"./none", "./none has no tests"},
		{"./some", "stop"},
		{"./main", "compiling"}, // TestMain may search
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		_, err := Build(ctx, Source{Dir: dir, Rewrite: []string{c.pkg}, Test: c.pkg, Tests: true,
			Before: func(tests, others []string) error {
				require.Equal(t, []string{"ExampleB", "TestA"}, tests)
				require.Equal(t, tests, others)
				return stop
			},
			Building: func(Progress) { cancel(compiling) },
		})
		cancel(nil)
		if c.want == compiling.Error() {
			require.ErrorIs(t, context.Cause(ctx), compiling)
			continue
		}
		require.EqualError(t, err, c.want)
		require.NotErrorIs(t, context.Cause(ctx), compiling)
	}
}
