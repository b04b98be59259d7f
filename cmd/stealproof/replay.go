package main

import (
	"context"
	"errors"
	"fmt"
	"os"
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
	fs.StringVar(&k.tags, "tags", "", "build with these `tags`, separated by commas, as check -tags did")
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
				return errors.New("replay takes one token, as the replay line of a report has it")
			}
			token, err := report.ParseToken(args[0])
			if err == nil {
				err = check.SetTags(ctx, k.tags)
			}
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
	origin, race := check.IsWatched(origin)
	if race {
		k.race = watchAlways
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
	case worst == console.CutShort && !slices.ContainsFunc(reports, unfinished):
		k.Code = console.ExitHeld // it ran to its end, and a token asks for no more
		return k.passed(reports, b)
	}
	for _, r := range reports {
		if r.Differs != "" {
			k.notes = append(k.notes, "The recorded execution had other steps, so the code has changed since.")
		}
	}
	k.Code = console.ExitCode(worst)
	return k.print(reports, b.Module)
}

// nameItself tells the tests how to call the command. Their failures say how to repeat them.
func nameItself() {
	if os.Getenv(report.EnvCommand) == "" {
		_ = os.Setenv(report.EnvCommand, console.Itself()) // else they say "stealproof"
	}
}

// unfinished reports whether the execution of a token has not come to its end.
func unfinished(r report.Report) bool { return r.Ending == report.NotChecked || r.Bound != "" }

// passed prints that the execution of a token breaks no rule.
func (k *checking) passed(reports []report.Report, b *check.Binary) error {
	if k.json {
		return k.print(reports, b.Module)
	}
	name := k.token.Test
	_, _, fuzzed := fuzzer.TargetOf(k.token)
	says := name + " no longer fails: under the token's schedule it breaks no rule."
	if fuzzed {
		says = name + " does not fail: with the token's input and schedule it breaks no rule."
	}
	if slices.ContainsFunc(reports, func(r report.Report) bool { return r.Differs != "" }) {
		says += " The recorded execution had other steps, so the code has changed since."
	}
	says += "\nNot looked into: other schedules."
	if !fuzzed {
		says += fmt.Sprintf("\nNext: %s check -run '%s' %s", console.Itself(), check.Exactly(name), b.Package)
	}
	_, err := fmt.Fprint(k.Stdout, console.Wrap(says))
	return err
}
