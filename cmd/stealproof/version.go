package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

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
