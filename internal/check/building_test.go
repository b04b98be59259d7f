package check

import (
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
