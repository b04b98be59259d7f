package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/corpus"
)

const corpusFile = resultsInDir + "/corpus.json.gz"

// rewriting is the verb that puts the corpus through the rewriter.
type rewriting struct {
	*console.Command
	tenth, save bool
	only        string
	jobs        int
	each        time.Duration
	search      time.Duration
}

func corpusVerb(c *console.Command) *ffcli.Command {
	r := &rewriting{Command: c}
	fs := c.FlagSet("corpus")
	fs.BoolVar(&r.tenth, "tenth", false, "run every tenth subject only")
	fs.BoolVar(&r.save, "save", false, "save the results of these subjects, from which \"tables\" writes docs/corpus.md")
	fs.StringVar(&r.only, "run", "", "only the subjects that match this `regexp`")
	fs.IntVar(&r.jobs, "j", 1, "`number` of subjects at a time")
	fs.DurationVar(&r.each, "each", 2*time.Minute, "time limit of the tests of a subject")
	fs.DurationVar(&r.search, "check", 0, "search the tests with \"check -tests\" instead, each for this `time`, and count the verdicts")
	return &ffcli.Command{
		Name:       "corpus",
		ShortUsage: "lab corpus [flags]",
		ShortHelp:  "rewrite packages of std and much imported modules, and run their tests",
		LongHelp: `  Rewrites each subject with its tests, builds it, and runs the tests without the scheduler.
  They must pass, as they do before. A subject that passes in the saved results must pass
  again. It needs the module cache, or a module proxy.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := console.NoArguments("corpus", args); err != nil {
				return err
			}
			only, err := regexp.Compile(r.only)
			if err != nil {
				return fmt.Errorf("-run: %w", err)
			}
			if r.jobs < 1 || r.each <= 0 || r.search < 0 {
				return fmt.Errorf("-j and -each must be more than 0, and -check not less")
			}
			if r.search > 0 {
				return r.verdicts(ctx, only)
			}
			return r.run(ctx, only)
		},
	}
}

func (r *rewriting) run(ctx context.Context, only *regexp.Regexp) error {
	module, err := checkout(ctx, "corpus")
	if err != nil {
		return err
	}
	before, err := resultsIn(corpusFile).read()
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	temp, err := os.MkdirTemp("", "corpus")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	all := corpus.Subjects()
	if r.tenth {
		all = corpus.Tenth(all)
	}
	keep := func([]corpus.Result) error { return nil }
	if r.save {
		keep = func(got []corpus.Result) error { return resultsIn(corpusFile).write(before, got) }
	}
	got, err := r.all(ctx, &corpus.Runner{Checkout: module, Each: r.each, Temp: temp}, all, only, keep)
	if err != nil {
		return err
	}
	lost := worse(before, got)
	fmt.Fprintf(r.Stdout, "%s, %d of them worse than in the saved results %s\n", console.Plural(len(got), "subject"), len(lost), strings.Join(lost, " "))
	if len(lost) > 0 {
		r.Code = console.ExitBroken
	}
	return nil
}

// worse returns the subjects that passed before, and do not pass any more.
func worse(before map[string]corpus.Result, got []corpus.Result) (names []string) {
	for _, g := range got {
		if before[g.Subject].Result == corpus.Passes && g.Result != corpus.Passes {
			names = append(names, g.Subject)
		}
	}
	return names
}

// all runs the subjects, and prints each result. After each it calls keep with the results so far.
func (r *rewriting) all(ctx context.Context, runner *corpus.Runner, all []corpus.Subject, only *regexp.Regexp, keep func([]corpus.Result) error) (got []corpus.Result, err error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	free := make(chan struct{}, r.jobs)
	for _, s := range all {
		if !only.MatchString(s.String()) {
			continue
		}
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			start := time.Now()
			if ctx.Err() != nil {
				return
			}
			one := runner.Run(ctx, s)
			if ctx.Err() != nil {
				return // it was cut off
			}
			mu.Lock()
			defer mu.Unlock()
			got = append(got, one)
			fmt.Fprintf(r.Stdout, "%-44s %-14s %6s  %s\n", s, one.Result, console.Seconds(time.Since(start)), one.Why)
			err = cmp.Or(err, keep(got))
		})
	}
	wg.Wait()
	return got, cmp.Or(err, context.Cause(ctx))
}
