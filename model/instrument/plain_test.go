package instrument

import (
	"errors"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// For plain tests a refused place refuses only the searches that come to its function.
func TestPlain_RefusesLate(t *testing.T) {
	cfg := config(t, "./model/instrument/testdata/late")
	_, err := Rewrite(t.Context(), cfg)
	require.ErrorContains(t, err, "late.go:8: sync.Pool synchronizes without the scheduler")
	cfg.Plain = []string{}
	r, err := Rewrite(t.Context(), cfg)
	var downloaded *DownloadedGoError
	if errors.As(err, &downloaded) {
		t.Skip(err)
	}
	require.NoError(t, err)
	for original, rewritten := range r.Overlay {
		if filepath.Base(original) != "late.go" {
			continue
		}
		text, err := os.ReadFile(rewritten)
		require.NoError(t, err)
		require.Contains(t, string(text), "func Pool() any { _sp_access.Unseen(")
		require.NotContains(t, string(text), "func Fine(n *int) { _sp_access.Unseen(")
		return
	}
	require.Fail(t, "late.go was not rewritten")
}

// Each exported method of a T asks its control first.
func TestPlain_ControlsEachMethod(t *testing.T) {
	const source = `package testing

type common struct {
	name string
}

type T struct{ common }

func (c *common) Name() string { return c.name }

func (c *common) Log(args ...any) {
	c.private()
}

func (t *T) Soon(n int) bool { return n > 0 }

func (c *common) private() {}

func (b *B) Loop() bool { return false }
`
	text, field, err := withControl("/testing.go", []byte(source))
	require.NoError(t, err)
	require.True(t, field)
	got := string(text)
	require.True(t, strings.HasPrefix(got, "//line /testing.go:1\n"))
	require.Contains(t, got, "type common struct { stealproof stealproofControl;\n")
	require.Contains(t, got, "func (c *common) Name() string { if c.stealproof != nil { return c.stealproof.Name() };")
	require.Contains(t, got, "func (c *common) Log(args ...any) { if c.stealproof != nil { c.stealproof.Log(args...); return };\n")
	require.Contains(t, got, `func (t *T) Soon(n int) bool { if t.stealproof != nil { t.stealproof.Lacks("Soon") };`)
	require.Contains(t, got, "func (c *common) private() {}\n")
	require.Contains(t, got, "func (b *B) Loop() bool { return false }\n")
	require.Equal(t, strings.Count(source, "\n"), strings.Count(got, "\n")-1, "lines stay where they are")

	text, field, err = withControl("other.go", []byte("package testing\n\nfunc F() {}\n"))
	require.NoError(t, err)
	require.Nil(t, text)
	require.False(t, field)
	_, err = format.Source([]byte(controlFile()))
	require.NoError(t, err)
}

// A Go that the go command has downloaded cannot be changed by an overlay.
func TestPlain_DownloadedGo(t *testing.T) {
	require.NoError(t, replaceable("/usr/local/go/src/testing"))
	err := replaceable("/home/gopher/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.9.linux-amd64/src/testing")
	require.ErrorContains(t, err, "(v0.0.1-go1.26.9.linux-amd64)")
}

func TestPlain_KnowsWhatIsOutside(t *testing.T) {
	for _, u := range uses {
		require.NotEmpty(t, u.what)
		require.NotEmpty(t, strings.Fields(u.names))
	}
}
