package ecosystem

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// change is a replacement in the text of a file.
type change struct{ from, to string }

// copied copies a directory of testdata, and changed files beside it, as if a user had written them. It
// returns the directory.
func copied(t *testing.T, from string, files map[string][]change) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	for name, changes := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if !strings.Contains(string(text), c.from) {
				t.Fatalf("%s has no %q", name, c.from)
			}
			text = []byte(strings.ReplaceAll(string(text), c.from, c.to))
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	output(t, "-C", dir, "mod", "edit", "-replace=github.com/stealproof/stealproof="+here)
	return dir
}

// output returns what the go command prints.
func output(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestSmallQueues checks two queues whose rings are too large to be searched, with rings for two items. It is a
// long test.
func TestSmallQueues(t *testing.T) {
	onlyLong(t)
	lscq := filepath.Join(output(t, "list", "-m", "-f", "{{.Dir}}", "github.com/bytedance/gopkg"), "collection", "lscq")
	xsync := output(t, "list", "-m", "-f", "{{.Dir}}", "github.com/puzpuzpuz/xsync/v4")
	dir := copied(t, "testdata/queues", map[string][]change{
		filepath.Join(lscq, "types.go"): {
			{"package lscq\n", "package queues\n"},
			// The instructions on two words are functions of support.go.
			{"loadSCQNodeUint64(unsafe.Pointer(entAddr))", "loadSCQNodeUint64(entAddr)"},
			{"resetNode(unsafe.Pointer(entAddr))", "resetNode(entAddr)"},
		},
		filepath.Join(lscq, "util.go"): {
			{"package lscq\n", "package queues\n"},
			{"import (\n\t\"unsafe\"\n\n\t\"golang.org/x/sys/cpu\"\n)\n", ""},
			{"unsafe.Sizeof(cpu.CacheLinePad{})", "64"},
			{"scqsize       = 1 << 16", "scqsize       = 2"},
			// The entries of so small a ring are in one cache line.
			{"\tconst cacheLineSize = cacheLineSize / 2\n\trawIndex := index & uint64(scqsize-1)\n", "\treturn index & uint64(scqsize-1)\n"},
			{"\tcacheLineNum := (rawIndex) % (scqsize / uint64(cacheLineSize))\n", ""},
			{"\tcacheLineIdx := rawIndex / (scqsize / uint64(cacheLineSize))\n", ""},
			{"\treturn cacheLineNum*uint64(cacheLineSize) + cacheLineIdx\n", ""},
		},
		filepath.Join(xsync, "umpscqueue.go"): {
			{"package xsync\n", "package queues\n"},
			{"const segmentSize = 1 << 12", "const segmentSize = 2"},
		},
	})
	expect(t, dir, map[string]string{"TestLSCQ": "holds", "TestUMPSCQueue": "holds"})
}
