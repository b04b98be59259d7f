package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"
)

func versionVerb(c *console.Command) *ffcli.Command {
	return &ffcli.Command{
		Name:       "version",
		ShortUsage: "stealproof version",
		ShortHelp:  "print the version, the Go version and the system",
		FlagSet:    c.FlagSet("version"),
		Exec: func(_ context.Context, args []string) error {
			if err := console.NoArguments("version", args); err != nil {
				return err
			}
			_, err := fmt.Fprintf(c.Stdout, "stealproof %s, %s, %s/%s\n", console.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
