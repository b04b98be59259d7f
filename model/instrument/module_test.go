package instrument

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// modules writes a program in its own module that uses two other modules, and returns the
// directory of the program.
func modules(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	sum, err := os.ReadFile(filepath.Join(root(t), "go.sum"))
	require.NoError(t, err)
	files["app/go.sum"] = string(sum)
	files["app/go.mod"] = fmt.Sprintf("module example.org/app\n\ngo 1.26.0\n\n"+
		"require (\n\texample.org/queue v1.0.0\n\texample.org/words v1.0.0\n\t%s v0.0.0\n)\n\n"+
		"replace (\n\texample.org/queue v1.0.0 => ../queue\n\texample.org/words => ../words\n\t%s => %s\n)\n", home, home, root(t))
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	app := filepath.Join(dir, "app")
	goCommand(t, app, "mod", "tidy", "-e")
	return app
}

func program() map[string]string {
	return map[string]string{
		"queue/go.mod": "module example.org/queue\n\ngo 1.18\n",
		"queue/queue.go": `package queue

import "sync"

type Queue[T any] struct {
	mu    sync.Mutex
	items []T
}

func (q *Queue[T]) Push(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
}

func (q *Queue[T]) Len() int { return len(q.items) }
`,
		"words/go.mod":   "module example.org/words\n\ngo 1.26.0\n",
		"words/words.go": "package words\n\nfunc Greeting() string { return \"hello\" }\n",
		"app/main.go": `package main

import (
	"fmt"
	"example.org/app/internal/clock"
	"example.org/queue"
	"example.org/words"
)

import _ "` + accessPath + `"

func main() {
	q := &queue.Queue[string]{}
	q.Push(words.Greeting())
	fmt.Println(q.Len(), clock.Now())
}
`,
		"app/internal/clock/clock.go":       "package clock\n\nfunc Now() string { return \"real\" }\n",
		"app/internal/clock/other_plan9.go": "package clock\n\nvar x = 1\n",
		"model/clock.go":                    "package clock\n\nfunc Now() string { return \"modelled\" }\n",
	}
}

func TestRewrite_Dependencies(t *testing.T) {
	app := modules(t, program())
	cfg := config(t, ".")
	cfg.Dir = app
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	require.Equal(t, []string{"example.org/app", "example.org/app/internal/clock", "example.org/queue"}, r.Packages)
	require.NotEmpty(t, r.ModFile)
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	require.Equal(t, "1 real\n", goRun(t, app, r.Flags(overlay)))
	text, err := os.ReadFile(filepath.Join(cfg.Out, "modules", "example.org", "queue", "queue.go"))
	require.NoError(t, err)
	require.Contains(t, string(text), "q.mu).Lock()")
	_, err = os.Stat(filepath.Join(cfg.Out, "modules", "example.org", "words"))
	require.ErrorIs(t, err, os.ErrNotExist, "the module does not synchronize")
	sites, err := os.ReadFile(filepath.Join(cfg.Out, "modules", "example.org", "queue", "zz_stealproof_sites.go"))
	require.NoError(t, err)
	require.Contains(t, string(sites), `Pos: "example.org/queue/queue.go:11"`)
}

// The directory of a replaced module may be a symbolic link.
func TestRewrite_LinkedDependency(t *testing.T) {
	app := modules(t, program())
	queue := filepath.Join(filepath.Dir(app), "queue")
	require.NoError(t, os.Rename(queue, queue+"-elsewhere"))
	if err := os.Symlink(queue+"-elsewhere", queue); err != nil {
		t.Skip(err)
	}
	cfg := config(t, ".")
	cfg.Dir = app
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	require.Contains(t, r.Packages, "example.org/queue")
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	require.Equal(t, "1 real\n", goRun(t, app, r.Flags(overlay)))
}

func TestRewrite_ReplacesPackages(t *testing.T) {
	files := program()
	files["app/internal/clock/clock.go"] += "\nfunc Stop()\n"
	files["app/internal/clock/stop.s"] = "TEXT ·Stop(SB), 4, $0-0\n\tRET\n"
	files["model/clock.go"] += "\nfunc Stop() {}\n"
	app := modules(t, files)
	cfg := config(t, ".")
	cfg.Dir = app
	cfg.Replace = map[string]string{"example.org/app/internal/clock": filepath.Join(app, "..", "model")}
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	require.NotContains(t, r.Packages, "example.org/app/internal/clock")
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	require.Equal(t, "1 modelled\n", goRun(t, app, r.Flags(overlay)))
	require.Contains(t, r.Overlay, filepath.Join(app, "internal", "clock", "other_plan9.go"))
	text, err := os.ReadFile(r.Overlay[filepath.Join(app, "main.go")])
	require.NoError(t, err)
	require.Contains(t, string(text), "clock.Now)()", "a call of a replaced package sets its site")
}

func goRun(t *testing.T, dir string, flags []string) string {
	c := exec.Command("go", append(append([]string{"run"}, flags...), ".")...)
	c.Dir = dir
	output, err := c.CombinedOutput()
	require.NoError(t, err, "%s", output)
	return strings.TrimPrefix(string(output), "go: downloading")
}

// A refusal names the shortest chain of imports to the package.
func TestRewrite_RefusalsNameImporters(t *testing.T) {
	files := program()
	files["app/back/back.go"] = "package back\n\nimport . \"sync/atomic\"\n\nvar N Int32\n"
	files["app/middle/middle.go"] = "package middle\n\nimport _ \"example.org/app/back\"\n"
	files["app/more/more.go"] = "package more\n\nimport _ \"example.org/app/middle\"\n"
	files["app/front/front.go"] = "package front\n\nimport (\n\t_ \"example.org/app/middle\"\n\t_ \"example.org/app/more\"\n)\n"
	files["app/tested/tested.go"] = "package tested\n"
	files["app/tested/tested_test.go"] = "package tested_test\n\nimport _ \"example.org/app/back\"\n"
	app := modules(t, files)
	for pattern, want := range map[string]string{
		"./back":   "",
		"./front":  " (imported by example.org/app/middle, by example.org/app/front)",
		"./tested": " (imported by tests of example.org/app/tested)",
	} {
		cfg := config(t, pattern)
		cfg.Dir, cfg.Tests = app, true
		_, err := Rewrite(t.Context(), cfg)
		require.EqualError(t, err, "back/back.go:3: a dot import of sync/atomic; import it under a name"+want)
	}
}

func TestRewrite_ErrorsOfTheSource(t *testing.T) {
	files := program()
	app := modules(t, files)
	for _, c := range []struct {
		name, file, text, pattern, want string
	}{
		{"no such package", "", "", "./none", "none"},
		{"a type error", "bad/bad.go", "package bad\n\nvar x int = \"s\"\n", "./bad", "cannot use \"s\""},
		{"a syntax error", "worse/worse.go", "package worse\n\nfunc {\n", "./worse", "worse.go:3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.file != "" {
				path := filepath.Join(app, c.file)
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
				require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
			}
			cfg := config(t, c.pattern)
			cfg.Dir = app
			_, err := Rewrite(t.Context(), cfg)
			require.ErrorContains(t, err, c.want)
		})
	}
	cfg := config(t, "./linearizability")
	_, err := Rewrite(t.Context(), cfg)
	require.EqualError(t, err, "instrument: ./linearizability: no package to rewrite; packages that observe are not rewritten")
}
