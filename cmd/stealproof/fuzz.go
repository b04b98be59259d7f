package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/instrument"
)

// fuzzing is a run of fuzz targets that choose schedules.
type fuzzing struct {
	checking
	lasts   time.Duration
	jobs    int
	targets string // regexp
	match   *regexp.Regexp
	seed    uint64
	corpus  string
	save    bool
	blind   bool
	regress bool
	native  string
	file    string // to be turned into a token
	text    string // a token to be turned into a file
}

func fuzzVerb(c *console.Command) *ffcli.Command {
	k := &fuzzing{checking: checking{Command: c}}
	fs := c.FlagSet("fuzz")
	fs.DurationVar(&k.lasts, "for", time.Minute, "fuzz for this `time`, shared by the targets; 0 is until a signal")
	fs.IntVar(&k.jobs, "j", 0, "`number` of processes; 0 is one for each core")
	fs.StringVar(&k.targets, "run", "", "only the targets that match this `regexp`")
	fs.Uint64Var(&k.seed, "seed", 1, "`number` that programs and schedules are drawn from")
	fs.StringVar(&k.corpus, "corpus", "", "keep inputs in this `directory`, and go on from it, not in the user's cache, or Go's with -go")
	fs.BoolVar(&k.save, "save", false, "in the end copy what the corpus needs into testdata/fuzz")
	fs.BoolVar(&k.blind, "blind", false, "leave out the feedback from orders of accesses, to see what it is worth; has a cache of its own")
	fs.BoolVar(&k.regress, "regress", false, "run the corpus in testdata/fuzz, which has to be there, and fuzz nothing")
	fs.StringVar(&k.native, "go", "", "fuzz this `target` by go test -fuzz")
	fs.StringVar(&k.file, "token", "", "print the replay token of this corpus `file`")
	fs.StringVar(&k.text, "file", "", "write the corpus file of this `token` into testdata/fuzz, or -corpus")
	fs.DurationVar(&k.timeout, "timeout", 0, "cut the whole run short after this `time`; 0 is never")
	fs.BoolVar(&k.json, "json", false, "print one JSON document for each target instead of the table")
	k.outputs.register(fs)
	fs.BoolVar(&k.verbose, "v", false, "print what the tests print")
	return &ffcli.Command{
		Name:       "fuzz",
		ShortUsage: "stealproof fuzz [flags] [package]",
		ShortHelp:  "fuzz programs together with their schedules",
		LongHelp: `  Rewrites the package as check does, and runs its fuzz targets that call schedfuzz.Run or
  wsqtest.Fuzz: bytes stand for a program and for its schedule, and a new order of
  accesses that conflict is new coverage. Without a package it is the one in the current
  directory. An interrupt keeps what was found; the next run goes on from there.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.FlagsFirst("the package", args); err != nil {
				return err
			}
			given := map[string]bool{}
			fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
			if err := k.validate(given); err != nil {
				return err
			}
			switch len(args) {
			case 0:
				args = []string{"."}
			case 1:
			default:
				return fmt.Errorf("fuzz takes one package, and no %q", args[1])
			}
			return k.run(ctx, args[0])
		},
	}
}

var goTarget = regexp.MustCompile(`^Fuzz\w*$`)

// validate returns what is wrong with the values.
func (k *fuzzing) validate(given map[string]bool) (err error) {
	for _, err := range []error{console.NotNegative("-for", k.lasts), console.NotNegative("-timeout", k.timeout), console.NotNegative("-j", k.jobs)} {
		if err != nil {
			return err
		}
	}
	if k.match, err = regexp.Compile(k.targets); err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	modes := 0
	for _, is := range []bool{k.regress, k.native != "", k.file != "", k.text != ""} {
		if is {
			modes++
		}
	}
	if modes > 1 {
		return errors.New("-go, -regress, -token and -file exclude each other")
	}
	if err := k.pointless(given); err != nil {
		return err
	}
	if k.native != "" && !goTarget.MatchString(k.native) {
		return fmt.Errorf("-go is %q; want the name of a fuzz target", k.native)
	}
	if k.file != "" {
		if _, err := fuzzer.ReadFile(k.file); err != nil {
			return err
		}
	}
	if k.text != "" {
		token, err := report.ParseToken(k.text)
		if err != nil {
			return err
		}
		if _, _, ok := fuzzer.TargetOf(token); !ok {
			return fmt.Errorf("the token is of %s, which no fuzzer has chosen; it has no corpus file", token.Test)
		}
	}
	if k.jobs == 0 {
		k.jobs = runtime.NumCPU()
	}
	return k.outputs.writable()
}

// pointless returns what is wrong with flags that would be ignored.
func (k *fuzzing) pointless(given map[string]bool) error {
	for _, mode := range []struct {
		on     bool
		does   string
		others []string
	}{
		{k.regress, "-regress runs what is in testdata/fuzz", []string{"for", "j", "seed", "corpus", "save", "blind"}},
		{k.native != "", "-go fuzzes one target by go test -fuzz", []string{"run", "seed", "save"}},
		{k.file != "", "-token converts one file", []string{"for", "j", "run", "seed", "corpus", "save", "blind"}},
		{k.text != "", "-file converts one token", []string{"for", "j", "run", "seed", "save", "blind"}},
	} {
		for _, other := range mode.others {
			if mode.on && given[other] {
				return fmt.Errorf("%s, and takes no -%s", mode.does, other)
			}
		}
	}
	return nil
}

func (k *fuzzing) run(ctx context.Context, pattern string) error {
	if k.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, k.timeout, fmt.Errorf("-timeout %v", k.timeout))
		defer cancel()
	}
	source, err := check.FuzzSource(ctx, ".", pattern)
	if err != nil {
		return k.stopped(ctx, err)
	}
	if k.native != "" {
		return k.byGo(ctx, source, pattern)
	}
	start := time.Now()
	b, err := check.Build(ctx, source)
	if err != nil {
		return k.stopped(ctx, err)
	}
	defer b.Close()
	fmt.Fprintf(k.Stderr, "%s: %s rewritten, %s, built in %s\n", b.Package, console.Plural(len(b.Rewrote), "package"), console.Plural(b.Sites, "place"), console.Seconds(time.Since(start)))
	switch {
	case k.file != "":
		return k.stopped(ctx, k.toToken(ctx, b))
	case k.text != "":
		return k.stopped(ctx, k.toFile(ctx, b))
	}
	targets, err := b.FuzzTargets(ctx, k.match)
	switch {
	case err != nil:
		return k.stopped(ctx, err)
	case len(targets) == 0 && k.targets != "":
		return fmt.Errorf("%s: no fuzz target matches -run %q, so nothing was fuzzed", b.Package, k.targets)
	case len(targets) == 0:
		return fmt.Errorf("%s has no fuzz targets, so nothing was fuzzed", b.Package)
	case k.lasts == 0 && len(targets) > 1 && !k.regress:
		return fmt.Errorf("-for 0 never comes to a second target, and there are %d; choose one with -run", len(targets))
	case k.regress:
		return k.corpora(ctx, b, targets)
	}
	return k.loop(ctx, b, targets)
}

// stopped says why nothing has been run, if that is so.
func (k *fuzzing) stopped(ctx context.Context, err error) error {
	var refused *instrument.RefusedError
	if ctx.Err() != nil || errors.As(err, &refused) {
		return k.all(ctx, nil, err)
	}
	return err
}
