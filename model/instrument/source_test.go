package instrument

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A text in Config.Source is rewritten in place of its file. It may be a new file. A file of
// Config.Leave is in the overlay unchanged.
func TestRewrite_SourceReplacesFiles(t *testing.T) {
	dir := filepath.Join(root(t), "model", "instrument", "testdata", "golden", "helpers")
	old, added, left := filepath.Join(dir, "helpers.go"), filepath.Join(dir, "added.go"), filepath.Join(dir, "left.go")
	source, err := os.ReadFile(old)
	require.NoError(t, err)
	cfg := config(t, "./model/instrument/testdata/golden/helpers")
	cfg.Source = map[string][]byte{
		old:   append(source, "\nfunc stands() { new(stand).in() }\n\ntype stand struct{}\n\nfunc (*stand) in() {}\n"...),
		added: []byte("package helpers\n\nimport \"sync/atomic\"\n\nvar more atomic.Uint64\n\nfunc store() { more.Store(1) }\n"),
		left:  []byte("package helpers\n\nimport \"os\"\n\nfunc number() int { return os.Getpid() }\n"),
	}
	cfg.Leave = []string{"model/instrument/testdata/golden/helpers/left.go"}
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	text := func(file string) string {
		require.Contains(t, r.Overlay, file)
		b, err := os.ReadFile(r.Overlay[file])
		require.NoError(t, err)
		return string(b)
	}
	require.Contains(t, text(old), "func stands()")
	require.Contains(t, text(added), "&more).Store(1)")
	require.Equal(t, string(cfg.Source[left]), text(left))
}

// If a file changes while it is rewritten, the parsed text is rewritten.
func TestRewrite_FilesMayChangeMeanwhile(t *testing.T) {
	dir := filepath.Join(root(t), "model", "instrument", "testdata", "golden", "helpers")
	added := filepath.Join(dir, "added.go")
	cfg := config(t, "./model/instrument/testdata/golden/helpers")
	cfg.Source = map[string][]byte{added: []byte("package helpers\n\nimport \"sync/atomic\"\n\nvar more atomic.Uint64\n\nfunc store() { more.Store(1) }\n")}
	r := newRun(t.Context(), cfg)
	require.NoError(t, r.loadShims())
	s, err := r.choose()
	require.NoError(t, err)
	pkgs, err := r.read(s.matched, cfg.Tests)
	require.NoError(t, err)
	require.Len(t, pkgs, 1)

	cfg.Source[added] = []byte("package helpers\n")
	require.NoError(t, r.rewrite(pkgs[0]))
	require.Contains(t, r.output[added], "&more).Store(1)")
}

// A file may have a byte order mark, and a variable named like package access.
func TestRewrite_MarksAndNames(t *testing.T) {
	dir := filepath.Join(root(t), "model", "instrument", "testdata", "golden", "helpers")
	added := filepath.Join(dir, "added.go")
	cfg := config(t, "./model/instrument/testdata/golden/helpers")
	cfg.Source = map[string][]byte{added: []byte("\ufeffpackage helpers\n\nvar access = new(int)\n\nfunc store() { *access = 1 }\n")}
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	for _, file := range []string{added, filepath.Join(dir, "zz_stealproof_sites.go")} {
		b, err := os.ReadFile(r.Overlay[file])
		require.NoError(t, err)
		require.Contains(t, string(b), "import _sp_access ")
		require.NotContains(t, string(b), "\ufeff")
	}
}

// An access in a file of Config.Apart is not part of the step that a caller's line names.
func TestRewrite_FilesApart(t *testing.T) {
	dir := filepath.Join(root(t), "model", "instrument", "testdata", "golden", "helpers")
	sites := func(apart func(string) bool) string {
		cfg := config(t, "./model/instrument/testdata/golden/helpers")
		cfg.Source = map[string][]byte{
			filepath.Join(dir, "added.go"): []byte("package helpers\n\nimport \"sync/atomic\"\n\nvar more atomic.Uint64\n\nfunc store() { more.Store(1) }\n"),
		}
		cfg.Apart = apart
		r, err := Rewrite(t.Context(), cfg)
		require.NoError(t, err)
		b, err := os.ReadFile(r.Overlay[filepath.Join(dir, "zz_stealproof_sites.go")])
		require.NoError(t, err)
		return string(b)
	}
	const added, helper = `golden/helpers/added.go:7", Label: "`, `golden/helpers/helpers.go:8", Label: "`
	none := sites(nil)
	require.Contains(t, none, added+`"`)
	some := sites(func(file string) bool { return file == "model/instrument/testdata/golden/helpers/added.go" })
	require.Contains(t, some, added+`-"`)
	require.Contains(t, some, helper+`"`)
}
