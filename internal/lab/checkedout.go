package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
)

// checkedOut returns the commit of the checkout, or the version of this command if git cannot
// tell. Benchmarks build from the checkout, not from the source of this command. For a changed
// tree it adds a hash of the changes, so that two such trees differ.
func checkedOut(ctx context.Context, module string) string {
	git := func(args ...string) ([]byte, error) {
		return exec.CommandContext(ctx, "git", append([]string{"-C", module}, args...)...).Output()
	}
	says, err := git("describe", "--always", "--abbrev=12", "--exclude=*")
	if err != nil {
		return console.Version()
	}
	commit := strings.TrimSpace(string(says))
	changed, err := git("diff", "--binary", "HEAD")
	if err != nil {
		return console.Version()
	}
	added, err := git("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return console.Version()
	}
	if len(changed)+len(added) == 0 {
		return commit
	}
	h := sha256.New()
	h.Write(changed)
	for _, name := range strings.Split(strings.TrimRight(string(added), "\x00"), "\x00") {
		text, _ := os.ReadFile(filepath.Join(module, name)) // an unreadable file is not built
		fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(text))
	}
	return fmt.Sprintf("%s+dirty.%.4x", commit, h.Sum(nil))
}
