package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/corpus"
	"github.com/stealproof/stealproof/internal/lab/results"
)

const corpusFile = resultsInDir + "/corpus.json.gz"

// rewriting is the verb that puts the corpus through the rewriter.
type rewriting struct {
	*console.Command
	tenth, save bool
	only        string
	jobs        int
	each        time.Duration
}

func corpusVerb(c *console.Command) *ffcli.Command {
	r := &rewriting{Command: c}
	fs := c.FlagSet("corpus")
	fs.BoolVar(&r.tenth, "tenth", false, "run every tenth subject only")
	fs.BoolVar(&r.save, "save", false, "save the results, from which \"tables\" writes docs/corpus.md")
	fs.StringVar(&r.only, "run", "", "only the subjects that match this `regexp`")
	fs.IntVar(&r.jobs, "j", 1, "`number` of subjects at a time")
	fs.DurationVar(&r.each, "each", 2*time.Minute, "time limit of the tests of a subject")
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
			if r.save && (r.tenth || r.only != "") {
				return fmt.Errorf("-save needs all subjects")
			}
			if r.jobs < 1 || r.each <= 0 {
				return fmt.Errorf("-j and -each must be more than 0")
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
	before, err := savedCorpus()
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
	got := r.all(ctx, &corpus.Runner{Checkout: module, Each: r.each, Temp: temp}, all, only)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	worse, same := 0, 0
	for _, g := range got {
		old := before[g.Subject].Result
		if old == corpus.Passes && g.Result != corpus.Passes {
			worse++
		}
		same++
	}
	fmt.Fprintf(r.Stdout, "%s, %d worse than in the saved results\n", console.Plural(same, "subject"), worse)
	if worse > 0 {
		r.Code = console.ExitBroken
	}
	if !r.save {
		return nil
	}
	text, err := json.MarshalIndent(got, "", "\t")
	if err != nil {
		return err
	}
	return results.Write(filepath.FromSlash(corpusFile), append(text, '\n'))
}

// all runs the subjects, and prints each result.
func (r *rewriting) all(ctx context.Context, runner *corpus.Runner, all []corpus.Subject, only *regexp.Regexp) (got []corpus.Result) {
	var chosen []corpus.Subject
	for _, s := range all {
		if only.MatchString(s.String()) {
			chosen = append(chosen, s)
		}
	}
	got = make([]corpus.Result, len(chosen))
	var printing sync.Mutex
	var wg sync.WaitGroup
	free := make(chan struct{}, r.jobs)
	for i, s := range chosen {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			if ctx.Err() != nil {
				return
			}
			start := time.Now()
			got[i] = runner.Run(ctx, s)
			printing.Lock()
			defer printing.Unlock()
			fmt.Fprintf(r.Stdout, "%-44s %-14s %6s  %s\n", s, got[i].Result, console.Seconds(time.Since(start)), got[i].Why)
		})
	}
	wg.Wait()
	return got
}

// savedCorpus returns the saved results by subject.
func savedCorpus() (map[string]corpus.Result, error) {
	text, err := results.Read(filepath.FromSlash(corpusFile))
	if err != nil {
		return nil, err
	}
	var list []corpus.Result
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", corpusFile, err)
	}
	saved := map[string]corpus.Result{}
	for _, r := range list {
		saved[r.Subject] = r
	}
	return saved, nil
}
