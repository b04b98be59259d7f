package main

import (
	"context"
	"fmt"
	"os/exec"
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
func checkedOut(ctx context.Context, module string) string {
	git := exec.CommandContext(ctx, "git", "-C", module, "describe", "--always", "--abbrev=12", "--dirty=+dirty", "--exclude=*")
	if says, err := git.Output(); err == nil {
		return strings.TrimSpace(string(says))
	}
	return version()
}
