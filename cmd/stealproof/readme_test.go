package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

// block is a fenced block of a page: its language and its text.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

func readme(t *testing.T) (blocks []block) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, block{m[1], m[2]})
	}
	require.NotEmpty(t, blocks)
	return blocks
}

// The first program of the README gives the output that stands below it.
func TestReadme_FirstProgram(t *testing.T) {
	blocks := readme(t)
	givesWhatStandsBelow(t, blocks[:2], "seats", "check", "./seats")
}

// So does the first one with a channel.
func TestReadme_FirstChannel(t *testing.T) {
	blocks := readme(t)
	givesWhatStandsBelow(t, blocks[2:4], "mirrors", "check", "-tests", ".", "./mirrors")
}

func givesWhatStandsBelow(t *testing.T, blocks []block, pkg string, args ...string) {
	t.Helper()
	code, output := blocks[0], blocks[1]
	require.Equal(t, "go", code.language)
	command, want, _ := strings.Cut(output.text, "\n")
	require.Equal(t, "$ go tool stealproof "+strings.Join(args, " "), command)
	imports := ""
	for _, path := range []string{"context", "sync", "sync/atomic", "testing", "time", "github.com/stealproof/stealproof/model/sched"} {
		if strings.Contains(code.text, path[strings.LastIndex(path, "/")+1:]+".") {
			imports += `; import "` + path + `"`
		}
	}
	// The imports stand in the first line, so that the lines of the program keep their distances.
	source := "package " + pkg + imports + "\n"
	somebodysWith(t, map[string]string{pkg + "/" + pkg + "_test.go": source + code.text})
	t.Setenv(report.EnvCommand, "go tool stealproof") // this is no tool of that module
	exit, out, stderr := call(t, context.Background(), "", args...)
	require.Equal(t, 1, exit, "%s%s", out, stderr)
	for _, line := range strings.Split(strings.TrimSpace(want), "\n") {
		line, _, _ = strings.Cut(line, "...") // a token is cut off
		line = lineNumber.ReplaceAllString(line, "_test.go:N")
		if _, token, found := strings.Cut(line, "replay: "); found {
			line = token[:strings.LastIndex(token, " ")] // the token depends on the sources
		}
		require.Contains(t, lineNumber.ReplaceAllString(out, "_test.go:N"), strings.TrimRight(line, " "))
	}
}

var lineNumber = regexp.MustCompile(`_test\.go:\d+`)

// cacheOfReadme has the types of the README's program with a cache.
const cacheOfReadme = "type Cache struct { mu sync.Mutex; m map[int]int }\n\n" +
	"func NewCache() *Cache { return &Cache{m: map[int]int{}} }\n\n" +
	"func (c *Cache) Get(k int) int { c.mu.Lock(); defer c.mu.Unlock(); return c.m[k] }\n\n" +
	"func (c *Cache) Put(k, v int) { c.mu.Lock(); defer c.mu.Unlock(); c.m[k] = v }\n\n" +
	"func (c *Cache) Delete(k int) { c.mu.Lock(); defer c.mu.Unlock(); delete(c.m, k) }\n\n" +
	"type model map[int]int\n\nfunc newModel() model { return model{} }\n\n" +
	"func (m model) Get(k int) int { return m[k] }\n\nfunc (m model) Put(k, v int) { m[k] = v }\n\nfunc (m model) Delete(k int) { delete(m, k) }\n"

// The other programs of the README compile.
func TestReadme_Fragments(t *testing.T) {
	blocks := readme(t)
	const module = `"github.com/stealproof/stealproof/`
	around := map[string]string{ // by the first word that is only in that program
		"NewChaseLev[*Task]": "package a\n\nimport " + module + "wsq\"\n\ntype Task struct{}\n\nfunc f(task *Task) (any, any, any, any) {\n%s\nreturn newest, ok, oldest, r\n}\n",
		"pool.Join":          "package a\n\nimport (\n\"context\"\n" + module + "pool\"\n)\n\nfunc f(ctx context.Context, left, right func(*pool.Worker) int, names []string) (int, error) {\n%s\nreturn sum, err\n}\n",
		"lin.Check":          "package a\n\nimport (\n\"sync\"\n\"testing\"\n" + module + "linearizability/lin\"\n)\n\n" + cacheOfReadme + "\n%s",
		"wsqtest.Run":        "package a\n\nimport (\n\"testing\"\n" + module + "wsq\"\n" + module + "wsq/wsqtest\"\n" + `"example.org/somebodys/mydeque"` + "\n)\n\n%s",
	}
	files := map[string]string{"mydeque/mydeque.go": "package mydeque\n\nimport " + module + "wsq\"\n\nfunc New[T any](c int) wsq.Deque[T] { return wsq.NewChaseLev[T](c) }\n"}
	for word, program := range around {
		found := slices.IndexFunc(blocks, func(b block) bool { return b.language == "go" && strings.Contains(b.text, word) })
		require.GreaterOrEqual(t, found, 0, word)
		dir := strings.ToLower(regexp.MustCompile(`\W`).ReplaceAllString(word, ""))
		files[dir+"/a.go"] = fmt.Sprintf(program, blocks[found].text)
	}
	somebodysWith(t, files)
	out, err := exec.Command("go", "build", "./...").CombinedOutput()
	require.NoError(t, err, "%s", out)
	programs := 0
	for _, b := range blocks {
		if b.language == "go" {
			programs++
		}
	}
	require.Equal(t, 2+len(around), programs, "each program of the README is built by a test")
}
