package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

func (c *command) replay() *ffcli.Command {
	k := &checking{command: c}
	fs := c.flagSet("replay")
	fs.BoolVar(&k.json, "json", false, "print a JSON document instead of the table")
	k.outputs.register(fs)
	fs.BoolVar(&k.verbose, "v", false, "print what the test prints")
	return &ffcli.Command{
		Name:       "replay",
		ShortUsage: "stealproof replay [flags] TOKEN",
		ShortHelp:  "repeat one execution that check has found, step by step",
		LongHelp: `  Builds the token's package as check did, and runs the token's test under the token's
  schedule alone. It fails if a step is not what it was.

` + exitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := flagsFirst("the token", args); err != nil {
				return err
			}
			if len(args) != 1 {
				return errors.New("replay takes one token")
			}
			token, err := sched.ParseToken(args[0])
			if err != nil {
				return err
			}
			origin := strings.Fields(token.Origin)
			if len(origin) < 2 {
				return errors.New("the token does not say which package it is from; set " + sched.EnvReplay + " in its test instead")
			}
			if target, _, fuzzed := schedfuzz.TargetOf(token); fuzzed {
				k.token, k.plan = token, check.Plan{Run: oneOf([]string{target}), Replay: args[0]}
				return k.again(ctx, origin)
			}
			var parts []string
			for part := range strings.SplitSeq(token.Test, "/") {
				parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
			}
			k.token, k.plan = token, check.Plan{Run: strings.Join(parts, "/"), Replay: args[0]}
			return k.again(ctx, origin)
		},
	}
}

// again builds what the token was found in, and runs it.
func (k *checking) again(ctx context.Context, origin []string) error {
	if err := k.outputs.writable(); err != nil {
		return err
	}
	if _, err := check.Packages(ctx, ".", origin[:1]); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the token is of %s, which is not in this module; run it where that is", origin[0])
	}
	b, err := k.build(ctx, origin[0], origin[1:])
	if err != nil {
		return k.all(ctx, nil, err)
	}
	defer b.Close()
	if err := k.all(ctx, []*check.Binary{b}, nil); err != nil {
		return err
	}
	if k.code == exitHeld {
		fmt.Fprintln(k.stderr, "stealproof: the execution broke no rule this time; has the code changed?")
	}
	return nil
}
