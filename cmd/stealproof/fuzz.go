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
	file    string // the corpus file to turn into a token
	text    string // the token to turn into a corpus file
}

func fuzzVerb(c *console.Command) *ffcli.Command {
	k := &fuzzing{checking: checking{Command: c}}
	fs := c.FlagSet("fuzz")
	fs.DurationVar(&k.lasts, "for", time.Minute, "fuzz for this `time`, shared by the targets; 0 means until a signal")
	fs.IntVar(&k.jobs, "j", 0, "`number` of processes; 0 means one for each core")
	fs.StringVar(&k.targets, "run", "", "run only the targets that match this `regexp`")
	fs.Uint64Var(&k.seed, "seed", 1, "seed `number` of the programs and schedules")
	fs.StringVar(&k.corpus, "corpus", "", "start from the inputs in this `directory` and keep new ones there; the default is the user's cache, or Go's cache with -go")
	fs.BoolVar(&k.save, "save", false, "at the end, copy the minimized corpus into testdata/fuzz")
	fs.BoolVar(&k.blind, "blind", false, "fuzz without feedback from orders of accesses, for comparison; uses a separate cache")
	fs.BoolVar(&k.regress, "regress", false, "only run the corpus in testdata/fuzz, which must exist")
	fs.StringVar(&k.native, "go", "", "fuzz this `target` with go test -fuzz")
	fs.StringVar(&k.file, "token", "", "print the replay token of this corpus `file`")
	fs.StringVar(&k.text, "file", "", "write the corpus file of this replay `token` into testdata/fuzz, or into -corpus")
	fs.DurationVar(&k.timeout, "timeout", 0, "stop the whole run after this `time`; 0 means no limit")
	fs.BoolVar(&k.json, "json", false, "print a JSON document for each target instead of the table")
	k.outputs.register(fs)
	fs.BoolVar(&k.verbose, "v", false, "print the output of the tests")
	return &ffcli.Command{
		Name:       "fuzz",
		ShortUsage: "stealproof fuzz [flags] [package]",
		ShortHelp:  "fuzz programs together with their schedules",
		LongHelp: `  Rewrites the package as check does, and runs the fuzz targets that call schedfuzz.Run or
  wsqtest.Fuzz. An input encodes a program and its schedule. A new order of two conflicting
  accesses counts as new coverage. The default is the package in the current directory.
  An interrupt keeps the corpus, and the next run continues from it.

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
				return fmt.Errorf("fuzz takes one package; unexpected %q", args[1])
			}
			return k.run(ctx, args[0])
		},
	}
}

var goTarget = regexp.MustCompile(`^Fuzz\w*$`)

// validate returns an error if the flags are invalid.
func (k *fuzzing) validate(given map[string]bool) (err error) {
	for _, err := range []error{checkSeed(k.seed), console.NotNegative("-for", k.lasts), console.NotNegative("-timeout", k.timeout), console.NotNegative("-j", k.jobs)} {
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
		return errors.New("only one of -go, -regress, -token and -file may be given")
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
			return fmt.Errorf("the token is from %s, which is not a fuzz target, so it has no corpus file", token.Test)
		}
	}
	if k.jobs == 0 {
		k.jobs = runtime.NumCPU()
	}
	return k.outputs.writable()
}

// pointless returns an error if a flag would be ignored.
func (k *fuzzing) pointless(given map[string]bool) error {
	for _, mode := range []struct {
		on     bool
		does   string
		others []string
	}{
		{k.regress, "-regress runs the inputs in testdata/fuzz", []string{"for", "j", "seed", "corpus", "save", "blind"}},
		{k.native != "", "-go fuzzes one target with go test -fuzz", []string{"run", "seed", "save"}},
		{k.file != "", "-token converts one file", []string{"for", "j", "run", "seed", "corpus", "save", "blind"}},
		{k.text != "", "-file converts one token", []string{"for", "j", "run", "seed", "save", "blind"}},
	} {
		for _, other := range mode.others {
			if mode.on && given[other] {
				return fmt.Errorf("%s, so it does not take -%s", mode.does, other)
			}
		}
	}
	return nil
}

func (k *fuzzing) run(ctx context.Context, pattern string) error {
	ctx, cancel := limited(ctx, k.timeout)
	defer cancel()
	source, err := check.FuzzSource(ctx, ".", pattern)
	if err != nil {
		return k.stopped(ctx, err)
	}
	if k.native != "" {
		return k.byGo(ctx, source, pattern)
	}
	start := time.Now()
	nameItself()
	b, err := check.Build(ctx, source)
	if err != nil {
		return k.stopped(ctx, err)
	}
	defer b.Close()
	fmt.Fprintf(k.Stderr, "%s: %s rewritten at %s, built in %s\n", b.Package, console.Plural(len(b.Rewrote), "package"), console.Plural(b.Sites, "place"), console.Seconds(time.Since(start)))
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
		return fmt.Errorf("%s has no fuzz targets, so nothing was fuzzed; write one that calls schedfuzz.Run or wsqtest.Fuzz", b.Package)
	case k.lasts == 0 && len(targets) > 1 && !k.regress:
		return fmt.Errorf("with -for 0 only the first of %d targets would run; choose one with -run", len(targets))
	case k.regress:
		return k.corpora(ctx, b, targets)
	}
	return k.loop(ctx, b, targets)
}

// stopped reports why nothing was run, if err or ctx says so.
func (k *fuzzing) stopped(ctx context.Context, err error) error {
	var refused *instrument.RefusedError
	if ctx.Err() != nil || errors.As(err, &refused) {
		return k.all(ctx, nil, err)
	}
	return err
}
