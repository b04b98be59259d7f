package instrument

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// runRewritten rewrites and runs the program in a directory, and returns its output.
func runRewritten(t *testing.T, cfg Config) string {
	t.Helper()
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	c := exec.Command("go", append(append([]string{"run"}, r.Flags(overlay)...), ".")...)
	c.Dir, c.Env = cfg.Dir, cfg.Env
	output, err := c.CombinedOutput()
	require.NoError(t, err, "%s", output)
	return string(output)
}

// A module of a workspace is rewritten as the main module is. Two of them may have files of the same name.
func TestRewrite_Workspace(t *testing.T) {
	t.Setenv("GOWORK", "")
	files := program()
	files["go.work"] = "go 1.26.0\n\nuse (\n\t./app\n\t./queue\n)\n"
	files["queue/go.mod"] = "module example.org/queue\n\ngo 1.26.0\n"
	files["queue/main.go"] = "package queue\n\nvar Started bool\n"
	files["words/words.go"] = "package words\n\nimport \"sync\"\n\nvar mu sync.Mutex\n\nfunc Greeting() string { mu.Lock(); defer mu.Unlock(); return \"hello\" }\n"
	app := modules(t, files)
	cfg := config(t, ".")
	cfg.Dir = app
	require.NoError(t, os.WriteFile(filepath.Join(app, "main.go"), []byte(`package main

import (
	"fmt"
	"example.org/queue"
)

func main() {
	q := &queue.Queue[string]{}
	q.Push("")
	fmt.Println(q.Len(), queue.Started)
}
`), 0o666))
	require.Equal(t, "1 false\n", runRewritten(t, cfg))
	sites, err := os.ReadFile(filepath.Join(cfg.Out, "example.org", "queue", "zz_stealproof_sites.go"))
	require.NoError(t, err)
	require.Contains(t, string(sites), `"example.org/queue/queue.go:11"`)

	// A dependency cannot be replaced there.
	require.NoError(t, os.WriteFile(filepath.Join(app, "words.go"), []byte("package main\n\nimport _ \"example.org/words\"\n"), 0o666))
	_, err = Rewrite(t.Context(), cfg)
	require.EqualError(t, err, "instrument: a workspace does not allow to rewrite its dependencies (example.org/words); set GOWORK=off")
	cfg.Env = append(os.Environ(), "GOWORK=off")
	require.Equal(t, "1 false\n", runRewritten(t, cfg))
}

// Build tags, from GOFLAGS too, choose the files that are rewritten.
func TestRewrite_BuildTags(t *testing.T) {
	files := program()
	files["app/one.go"] = "//go:build !two\n\npackage main\n\nconst which = 1\n"
	files["app/two.go"] = "//go:build two\n\npackage main\n\nimport \"sync\"\n\nvar which = number()\n\nfunc number() int { var mu sync.Mutex; mu.Lock(); return 2 }\n"
	files["app/main.go"] = "package main\n\nimport _ \"" + accessPath + "\"\n\nfunc main() { println(which) }\n"
	app := modules(t, files)
	cfg := config(t, ".")
	cfg.Dir = app
	require.Equal(t, "1\n", runRewritten(t, cfg))
	cfg.Env = append(os.Environ(), "GOFLAGS=-tags=two")
	cfg.Out = t.TempDir()
	require.Equal(t, "2\n", runRewritten(t, cfg))
	_, err := os.Stat(filepath.Join(cfg.Out, "two.go"))
	require.NoError(t, err)
}

// A dependency from before modules has no go.mod.
func TestRewrite_DependencyWithoutGoMod(t *testing.T) {
	files := program()
	app := modules(t, files)
	proxy := t.TempDir()
	cached, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	versions := filepath.Join(proxy, "example.org", "old", "@v")
	require.NoError(t, os.MkdirAll(versions, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(versions, "v1.0.0.info"), []byte(`{"Version":"v1.0.0"}`), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(versions, "v1.0.0.mod"), []byte("module example.org/old\n"), 0o666))
	packed, err := os.Create(filepath.Join(versions, "v1.0.0.zip"))
	require.NoError(t, err)
	w := zip.NewWriter(packed)
	f, err := w.Create("example.org/old@v1.0.0/old.go")
	require.NoError(t, err)
	_, err = f.Write([]byte(strings.NewReplacer("package queue", "package old", "[T any]", "", "[T]", "", "T", "string").Replace(files["queue/queue.go"])))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.NoError(t, packed.Close())

	cfg := config(t, ".")
	cfg.Dir = app
	cfg.Env = append(os.Environ(), "GOFLAGS=-mod=mod -modcacherw", "GONOSUMDB=*", "GOMODCACHE="+t.TempDir(),
		"GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+filepath.ToSlash(strings.TrimSpace(string(cached)))+"/cache/download")
	require.NoError(t, os.WriteFile(filepath.Join(app, "main.go"), []byte(`package main

import (
	"fmt"
	"example.org/old"
)

import _ "`+accessPath+`"

func main() {
	q := &old.Queue{}
	q.Push("")
	fmt.Println(q.Len())
}
`), 0o666))
	c := exec.Command("go", "get", "example.org/old@v1.0.0")
	c.Dir, c.Env = app, cfg.Env
	output, err := c.CombinedOutput()
	require.NoError(t, err, "%s", output)
	require.Equal(t, "1\n", runRewritten(t, cfg))
	text, err := os.ReadFile(filepath.Join(cfg.Out, "modules", "example.org", "old", "old.go"))
	require.NoError(t, err)
	require.Contains(t, string(text), "q.mu).Lock()")
}

// A module may be older than the version of the language that rewritten code needs.
func TestRewrite_OldModule(t *testing.T) {
	files := program()
	files["queue/go.mod"] = "module example.org/queue\n\ngo 1.16\n"
	files["queue/queue.go"] = `package queue

import "sync"

var mu sync.Mutex

// Sum has the functions of a loop whose rounds share their variables.
func Sum(m map[string]int, n *int) (sum int) {
	var all []func() int
	for k, v := range m {
		all = append(all, func() int { return v + len(k) })
	}
	for i := 0; i < 2; i++ {
		all = append(all, func() int { return i })
	}
	for _, f := range all {
		mu.Lock()
		*n, sum = one(), sum+f()
		mu.Unlock()
	}
	return sum
}

func one() int { return 1 }
`
	files["queue/tagged.go"] = "// Copyright\n\n//go:build go1.5 || never\n// +build go1.5 never\n\npackage queue\n\nfunc Tagged(n *int) int { *n += one(); return *n }\n"
	files["go.work"] = "go 1.26.0\n\nuse (\n\t./app\n\t./queue\n)\n"
	app := modules(t, files)
	cfg := config(t, ".")
	cfg.Dir = app
	require.NoError(t, os.WriteFile(filepath.Join(app, "main.go"), []byte(`package main

import (
	"fmt"
	"example.org/queue"
)

func main() {
	n := 0
	fmt.Println(queue.Sum(map[string]int{"a": 1, "b": 1}, &n), queue.Tagged(&n))
}
`), 0o666))
	require.Equal(t, "8 2\n", goRun(t, app, nil))
	require.Equal(t, "8 2\n", runRewritten(t, cfg))
}
