package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
)

func replayVerb(c *console.Command) *ffcli.Command {
	k := &checking{Command: c}
	fs := c.FlagSet("replay")
	fs.BoolVar(&k.json, "json", false, "print a JSON document instead of the table")
	k.outputs.register(fs)
	fs.BoolVar(&k.verbose, "v", false, "print the output of the test")
	return &ffcli.Command{
		Name:       "replay",
		ShortUsage: "stealproof replay [flags] TOKEN",
		ShortHelp:  "repeat one execution that check or fuzz found, step by step",
		LongHelp: `  Builds the token's package as check or fuzz did, and runs the token's test under the
  token's schedule only. It fails if a step differs from the recorded one. fuzz -token
  prints the token of a corpus file.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.FlagsFirst("the token", args); err != nil {
				return err
			}
			if len(args) != 1 {
				return errors.New("replay takes one token")
			}
			token, err := report.ParseToken(args[0])
			if err != nil {
				return err
			}
			origin := strings.Fields(token.Origin)
			if len(origin) < 2 {
				return errors.New("the token does not name its package; set " + report.EnvReplay + " in its test instead")
			}
			if target, _, fuzzed := fuzzer.TargetOf(token); fuzzed {
				k.token, k.plan = token, check.Plan{Run: oneOf([]string{target}), Replay: args[0]}
				return k.again(ctx, origin)
			}
			k.token, k.plan = token, check.Plan{Run: check.Exactly(token.Test), Replay: args[0]}
			return k.again(ctx, origin)
		},
	}
}

// again builds the package that the token is from, and runs the execution.
func (k *checking) again(ctx context.Context, origin []string) error {
	if err := k.outputs.writable(); err != nil {
		return err
	}
	if _, err := check.Packages(ctx, ".", origin[:1]); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the token is from %s, which is not in this module; run replay in the module of that package", origin[0])
	}
	plain := origin[len(origin)-1] == check.PlainOrigin
	if plain {
		origin = origin[:len(origin)-1]
	}
	rewrite, err := check.Rewritten(ctx, ".", origin[0], origin[1:], plain)
	var b *check.Binary
	if err == nil {
		b, err = k.build(ctx, origin[0], rewrite, plain)
	}
	if err != nil {
		return k.all(ctx, nil, err)
	}
	defer b.Close()
	reports, worst, err := k.one(ctx, b)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(k.Stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
	case err != nil:
		return err
	case worst == console.CutShort && !slices.ContainsFunc(reports, func(r report.Report) bool { return r.Bound != "" }):
		worst = console.Held // it ran to its end, and a token asks for no more
		fmt.Fprintln(k.Stderr, "stealproof: the execution broke no rule; if it broke one before, the code has changed")
	}
	k.Code = console.ExitCode(worst)
	return k.print(reports, b.Module)
}
