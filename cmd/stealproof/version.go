package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

func (c *command) version() *ffcli.Command {
	return &ffcli.Command{
		Name:       "version",
		ShortUsage: "stealproof version",
		ShortHelp:  "print the version, Go's version and the system",
		FlagSet:    c.flagSet("version"),
		Exec: func(_ context.Context, args []string) error {
			if err := noArguments("version", args); err != nil {
				return err
			}
			_, err := fmt.Fprintf(c.stdout, "stealproof %s, %s, %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// version returns the module's version, with the commit that it was built from,
// if the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	if v != "(devel)" {
		return v // names the commit already
	}
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	if commit := setting["vcs.revision"]; commit != "" {
		v += " " + commit[:min(12, len(commit))]
		if setting["vcs.modified"] == "true" {
			v += "+dirty"
		}
	}
	return v
}

// checkedOut is the commit of a checkout, where git can tell, and version elsewhere. What
// benchmarks measure is built from the checkout, whatever this command was built from.
// Of a tree with changes it has their hash, too, so that two such trees are told apart.
func checkedOut(ctx context.Context, module string) string {
	git := func(args ...string) ([]byte, error) {
		return exec.CommandContext(ctx, "git", append([]string{"-C", module}, args...)...).Output()
	}
	says, err := git("describe", "--always", "--abbrev=12", "--exclude=*")
	if err != nil {
		return version()
	}
	commit := strings.TrimSpace(string(says))
	changed, err := git("diff", "--binary", "HEAD")
	if err != nil {
		return version()
	}
	added, err := git("ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return version()
	}
	if len(changed)+len(added) == 0 {
		return commit
	}
	h := sha256.New()
	h.Write(changed)
	for _, name := range strings.Split(strings.TrimRight(string(added), "\x00"), "\x00") {
		text, _ := os.ReadFile(filepath.Join(module, name)) // what cannot be read is not built
		fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(text))
	}
	return fmt.Sprintf("%s+dirty.%.4x", commit, h.Sum(nil))
}
