package instrument

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"github.com/stealproof/stealproof/internal/long"
)

var update = flag.Bool("update", false, "write the golden files")

// root is the module's directory.
func root(t *testing.T) string {
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	return dir
}

// testShims returns small shims, so that the tests need no others.
func testShims() map[string]string {
	shims := home + "/model/instrument/testdata/shims/"
	return map[string]string{"sync": shims + "sync", "sync/atomic": shims + "atomic", "runtime": shims + "runtime"}
}

func config(t *testing.T, patterns ...string) Config {
	return Config{Dir: root(t), Patterns: patterns, Out: t.TempDir(), Shims: testShims()}
}

// golden rewrites the files of testdata/golden.
func golden(t *testing.T) (*Result, Config) {
	cfg := config(t, "./model/instrument/testdata/golden/...")
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	return r, cfg
}

// expiring is a context that ends after a number of calls of Err.
type expiring struct {
	context.Context
	left atomic.Int64
}

func (w *expiring) Err() error {
	if w.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestRewrite_EndsWithItsContext(t *testing.T) {
	cfg := config(t, "./model/instrument/testdata/golden/...")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	_, err := Rewrite(ctx, cfg)
	require.EqualError(t, err, "enough")

	// Err is called twice for each file.
	const plenty = 1 << 20
	late := &expiring{Context: context.Background()}
	late.left.Store(plenty)
	r, err := Rewrite(late, cfg)
	require.NoError(t, err)
	asked := plenty - late.left.Load()
	require.Greater(t, asked, int64(2*len(r.Files)))
	for _, left := range []int64{asked - 1, asked - int64(len(r.Files)) - 1} {
		late.left.Store(left)
		_, err = Rewrite(late, cfg)
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestRewrite_Golden(t *testing.T) {
	r, cfg := golden(t)
	require.Len(t, r.Packages, 7)
	for original, path := range r.Overlay {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		got := numberFromOne(strings.ReplaceAll(string(text), filepath.ToSlash(cfg.Dir), "."))
		want := strings.TrimSuffix(original, ".go") + ".golden"
		if *update {
			require.NoError(t, os.WriteFile(want, []byte(got), 0o666))
			continue
		}
		text, err = os.ReadFile(want)
		require.NoError(t, err)
		require.Equal(t, string(text), got, "%s; go test -update writes the new text", original)
	}
}

// numberFromOne makes the sites of a file independent of other packages.
func numberFromOne(text string) string {
	number := regexp.MustCompile(`(access\.\w+\()(\d+)(, )`)
	first := 1 << 30
	for _, m := range number.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[2])
		first = min(first, n)
	}
	return number.ReplaceAllStringFunc(text, func(s string) string {
		m := number.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[2])
		return m[1] + strconv.Itoa(n-first+1) + m[3]
	})
}

// Code that compiles still compiles when it is rewritten, and each line keeps its number.
func TestRewrite_KeepsTypesAndLines(t *testing.T) {
	r, cfg := golden(t)
	overlay := map[string][]byte{}
	for original, path := range r.Overlay {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		overlay[original] = text
		source, err := os.ReadFile(original)
		if err != nil {
			continue // the file of the sites
		}
		require.Equal(t, strings.Count(string(source), "\n")+1, strings.Count(string(text), "\n"), original)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedImports | packages.NeedDeps, Dir: cfg.Dir, Overlay: overlay,
	}, cfg.Patterns...)
	require.NoError(t, err)
	for _, p := range pkgs {
		require.Empty(t, p.Errors, p.PkgPath)
	}
}

// The programs print the same when they are rewritten. They print line numbers and sizes too.
func TestRewrite_ProgramsDoTheSame(t *testing.T) {
	const programs = "./model/instrument/testdata/programs/..."
	cfg := config(t, programs)
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	before, after := t.TempDir(), t.TempDir()
	goCommand(t, cfg.Dir, "build", "-o", before+"/", programs)
	goCommand(t, cfg.Dir, append(append([]string{"build"}, r.Flags(overlay)...), "-o", after+"/", programs)...)
	names, err := os.ReadDir(before)
	require.NoError(t, err)
	require.Len(t, names, len(r.Packages))
	for _, n := range names {
		t.Run(n.Name(), func(t *testing.T) {
			want, err := exec.Command(filepath.Join(before, n.Name())).CombinedOutput()
			require.NoError(t, err, "%s", want)
			got, err := exec.Command(filepath.Join(after, n.Name())).CombinedOutput()
			require.NoError(t, err, "%s", got)
			require.Equal(t, string(want), string(got))
			require.NotEmpty(t, got)
		})
	}
}

func goCommand(t *testing.T, dir string, arguments ...string) {
	t.Helper()
	c := exec.Command("go", arguments...)
	c.Dir = dir
	output, err := c.CombinedOutput()
	require.NoError(t, err, "go %s\n%s", strings.Join(arguments, " "), output)
}

func TestRewrite_Refuses(t *testing.T) {
	const dir = "model/instrument/testdata/refused/"
	cfg := config(t, "./"+dir+"...")
	cfg.Env = append(os.Environ(), "CGO_ENABLED=1", "GOARCH=amd64")
	_, err := Rewrite(t.Context(), cfg)
	var refused *RefusedError
	require.True(t, errors.As(err, &refused), "%v", err)
	var got []string
	for _, r := range refused.Refusals {
		got = append(got, strings.TrimPrefix(r.String(), dir))
	}
	want := filepath.Join("testdata", "refused", "want.txt")
	if *update {
		require.NoError(t, os.WriteFile(want, []byte(strings.Join(got, "\n")+"\n"), 0o666))
	}
	text, err := os.ReadFile(want)
	require.NoError(t, err)
	require.Equal(t, strings.Split(strings.TrimSpace(string(text)), "\n"), got)
	files, err := os.ReadDir(cfg.Out)
	require.NoError(t, err)
	require.Empty(t, files, "no files may be written")
}

// The deques pass their tests when both are rewritten and not scheduled. Test files with channels
// are not rewritten.
func TestRewrite_DequesPassTheirTests(t *testing.T) {
	long.Skip(t, "this builds the deques")
	cfg := config(t, "./wsq")
	cfg.Shims = nil
	cfg.Tests = true
	cfg.Replace = map[string]string{home + "/internal/park": filepath.Join(cfg.Dir, "model", "shim", "park")}
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	wsq := filepath.Join(cfg.Dir, "wsq")
	require.Contains(t, r.Overlay, filepath.Join(wsq, "export_test.go"))
	require.Contains(t, r.Overlay, filepath.Join(wsq, "zz_stealproof_sites_test.go"))
	leaveOut(t, r.Overlay, filepath.Join(cfg.Dir, "internal", "park"), "park")
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	goCommand(t, cfg.Dir, append(append([]string{"test", "-short", "-count=1"}, r.Flags(overlay)...), "./wsq", "./internal/park")...)
}

// leaveOut removes the internal tests of a replaced package from an overlay. They test code that
// is not in the replacement.
func leaveOut(t *testing.T, overlay map[string]string, dir, pkg string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if regexp.MustCompile(`(?m)^package ` + pkg + `$`).Match(text) {
			overlay[name] = ""
		}
	}
}

// Under the scheduler each access is reported, and none too early.
func TestRewrite_RacesAreFound(t *testing.T) {
	cfg := config(t, "./model/instrument/testdata/races")
	cfg.Shims = nil
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	program := filepath.Join(t.TempDir(), "races")
	goCommand(t, cfg.Dir, append(append([]string{"build"}, r.Flags(overlay)...), "-o", program, cfg.Patterns[0])...)
	output, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", output)
}

// A copy of an object of package sync is an access to it.
func TestRewrite_CopiesOfSyncObjectsAreAccesses(t *testing.T) {
	cfg := config(t, "./model/instrument/testdata/copies")
	cfg.Shims = nil
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	program := filepath.Join(t.TempDir(), "copies")
	goCommand(t, cfg.Dir, append(append([]string{"build"}, r.Flags(overlay)...), "-o", program, cfg.Patterns[0])...)
	output, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", output)
}

// A stand-in that does not exist is not left out in silence.
func TestRewrite_MissingShim(t *testing.T) {
	cfg := config(t, "./model/instrument/testdata/golden/...")
	cfg.Shims["time"] = home + "/model/instrument/testdata/shims/none"
	_, err := Rewrite(t.Context(), cfg)
	require.EqualError(t, err, "instrument: there is no package github.com/stealproof/stealproof/model/instrument/testdata/shims/none in the place of time")
}
