package check

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The parts of verify are built without what they do not need: no test library, and no package of std that only such a
// library needs.
func TestOnly_VerifyCompilesNoTestLibrary(t *testing.T) {
	for name, source := range map[string]func(string) (Source, error){"deques": Shipped, "pool": PoolProtocols} {
		t.Run(name, func(t *testing.T) {
			s, err := source(filepath.Join("..", ".."))
			require.NoError(t, err)
			require.NotEmpty(t, s.Text)
			left := 0
			for file, text := range s.Text {
				whole, err := os.ReadFile(file)
				require.NoError(t, err)
				require.Len(t, text, len(whole), "the rest keeps its places")
				f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
				require.NoError(t, err)
				for _, i := range f.Imports {
					left++
					require.NotContains(t, i.Path.Value, "testify", file)
					require.NotContains(t, i.Path.Value, "/internal/refine", file)
				}
			}
			require.Positive(t, left)
		})
	}
}

// A declaration is kept if the test needs it, and nothing moves.
func TestOnly_KeepsWhatATestNeeds(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		return file
	}
	a := write("a_test.go", `package p

import (
	"fmt"
	other "math/rand/v2"
	"strings"
)

// TestIt needs a type of another file.
func TestIt() { var c cell; c.set(); fmt.Println(limit) }

//go:noinline
func helper() { strings.Clone(""); other.Int() }
`)
	b := write("b_test.go", `package p

import "sync/atomic"

const (
	least = iota
	limit
)

type cell struct{ v atomic.Int32 }

func (c *cell) set() { c.v.Store(1) }

func init() { began = true }

var began bool
`)
	outer := write("c_test.go", "package p_test\n\nimport \"os\"\n\nfunc init() { os.Exit(1) }\n")
	s, err := only(Source{Dir: dir}, dir, "TestIt")
	require.NoError(t, err)
	require.Equal(t, `package p

import (
	"fmt"


)

// TestIt needs a type of another file.
func TestIt() { var c cell; c.set(); fmt.Println(limit) }



`, unblank(s.Text[a]))
	whole, err := os.ReadFile(b)
	require.NoError(t, err)
	require.Equal(t, string(whole), string(s.Text[b]), "all of it is needed")
	require.Equal(t, "package p_test", strings.TrimSpace(string(s.Text[outer])), "no test of this package is needed")

	// Without a test, nothing is kept.
	none, err := only(Source{Dir: dir}, dir, "TestNone")
	require.NoError(t, err)
	require.Equal(t, "package p", strings.TrimSpace(string(none.Text[b])))
}

// unblank removes the blanks at the ends of lines.
func unblank(text []byte) string {
	var lines []string
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.TrimRight(line, " \t\n")+"\n")
	}
	return strings.Join(lines, "")
}
