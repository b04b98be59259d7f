package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/model/instrument"
)

type checking struct {
	*console.Command
	outputs
	plan    check.Plan
	token   report.Token // to be repeated, if any
	with    string
	shard   string
	merge   bool
	notes   []string // what the claim has to say beside what the searches have shown
	timeout time.Duration
	json    bool
	verbose bool
	race    bool
}

func checkVerb(c *console.Command) *ffcli.Command {
	k := &checking{Command: c}
	fs := c.FlagSet("check")
	fs.StringVar(&k.plan.Run, "run", "", "only the tests that match this `regexp`, as go test -run")
	fs.DurationVar(&k.plan.Time, "time", time.Minute, "bound of each search that sets none")
	fs.IntVar(&k.plan.Jobs, "j", 1, "`number` of processes that share each search; 0 is one for each core")
	fs.StringVar(&k.shard, "shard", "", "search only part `i/n` of each search; the parts together are the whole")
	fs.BoolVar(&k.merge, "merge", false, "instead of packages take files, what -shard i/n -json has printed for each i, and say what they show together")
	fs.StringVar(&k.with, "with", "", "more `packages` to rewrite, with commas: those that nothing imports, or only what is left as it is")
	fs.DurationVar(&k.timeout, "timeout", 0, "cut the whole run short after this `time`; 0 is never")
	fs.BoolVar(&k.json, "json", false, "print one JSON document for each search instead of the table")
	k.outputs.register(fs)
	fs.BoolVar(&k.verbose, "v", false, "print what the tests print")
	fs.BoolVar(&k.race, "race", false, "build with Go's race detector too")
	return &ffcli.Command{
		Name:       "check",
		ShortUsage: "stealproof check [flags] [packages]",
		ShortHelp:  "run a package's tests under every schedule",
		LongHelp: `  Rewrites the packages so that a scheduler controls each of their shared accesses, builds
  their tests, and runs those that call sched.Explore or wsqtest.Explore. The sources are
  not changed. Without packages it is the one in the current directory; of several that a
  pattern such as ./... stands for, those whose tests search.

` + console.ExitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := k.validate(); err != nil {
				return err
			}
			if err := console.FlagsFirst("the packages", args); err != nil {
				return err
			}
			if k.merge {
				return k.parts(args)
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			return k.run(ctx, args)
		},
	}
}

func (k *checking) validate() error {
	for _, err := range []error{console.NotNegative("-time", k.plan.Time), console.NotNegative("-timeout", k.timeout), console.NotNegative("-j", k.plan.Jobs)} {
		if err != nil {
			return err
		}
	}
	if k.plan.Jobs == 0 {
		k.plan.Jobs = runtime.NumCPU()
	}
	for _, part := range strings.Split(k.plan.Run, "/") {
		if _, err := regexp.Compile(part); err != nil {
			return fmt.Errorf("-run: %w", err)
		}
	}
	if k.shard != "" {
		var err error
		if k.plan.Shard, k.plan.Shards, err = report.ParsePart(k.shard); err != nil {
			return fmt.Errorf("-shard is %w", err)
		}
		if k.merge {
			return errors.New("-merge puts parts together, and takes no -shard")
		}
	}
	return nil
}

func (k *checking) run(ctx context.Context, patterns []string) error {
	if err := k.outputs.writable(); err != nil {
		return err
	}
	if k.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, k.timeout, fmt.Errorf("-timeout %v", k.timeout))
		defer cancel()
	}
	packages, err := check.Packages(ctx, ".", patterns)
	var with []string
	if err == nil && k.with != "" {
		with, err = check.Packages(ctx, ".", strings.Split(k.with, ","))
	}
	var built []*check.Binary
	defer func() {
		for _, b := range built {
			b.Close()
		}
	}()
	refused := 0
	for _, p := range packages {
		if err != nil {
			break
		}
		var b *check.Binary
		if b, err = k.build(ctx, p, append([]string{p}, with...)); err == nil {
			built = append(built, b)
			continue
		}
		if of := new(instrument.RefusedError); errors.As(err, &of) && len(packages) > 1 && ctx.Err() == nil {
			err = nil
			refused++
			k.refuse(of)
			k.notes = append(k.notes, p+" was refused, and not searched.")
		}
	}
	if refused > 0 && len(built) == 0 && err == nil {
		k.Code = console.ExitUsage
		return nil
	}
	err = k.all(ctx, built, err)
	if refused > 0 && k.Code != console.ExitBroken {
		k.Code = console.ExitUsage
	}
	return err
}

func (k *checking) refuse(refused *instrument.RefusedError) {
	for _, r := range refused.Refusals {
		fmt.Fprintf(k.Stderr, "stealproof: %v\n", r)
	}
}

// all runs what has been built, unless that has failed, and prints what came of it.
func (k *checking) all(ctx context.Context, built []*check.Binary, err error) error {
	var reports []report.Report
	worst := console.Held
	var refused *instrument.RefusedError
	switch {
	case ctx.Err() != nil:
		built, worst = nil, console.CutShort
		fmt.Fprintf(k.Stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
	case errors.As(err, &refused):
		k.refuse(refused)
		k.Code = console.ExitUsage
		return nil
	case err != nil:
		return err
	}
	nothing := 0
	for i, b := range built {
		of, s, err := k.one(ctx, b)
		reports = append(reports, of...)
		if console.Worse(s, worst) {
			worst = s
		}
		switch {
		case ctx.Err() != nil:
			fmt.Fprintf(k.Stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
		case err != nil && len(built) == 1:
			return err
		case err != nil:
			nothing++
			fmt.Fprintf(k.Stderr, "stealproof: %v\n", err)
		}
		if ctx.Err() != nil {
			for _, rest := range built[i+1:] {
				k.notes = append(k.notes, rest.Package+" was not run.")
			}
			break
		}
	}
	k.Code = console.ExitCode(worst)
	if nothing > 0 && worst != console.Violation {
		k.Code = console.ExitUsage
	}
	dir := ""
	if len(built) > 0 {
		dir = built[0].Module
	}
	return k.print(reports, dir)
}

func (k *checking) build(ctx context.Context, pkg string, rewrite []string) (*check.Binary, error) {
	start := time.Now()
	show := newBuilding(k.Stderr, pkg)
	b, err := check.Build(ctx, check.Source{Dir: ".", Rewrite: rewrite, Test: pkg, Tests: true, Race: k.race, Tool: console.Version(), Building: show.progress})
	show.Clear()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(k.Stderr, "%s: %s rewritten, %s, built in %s\n", b.Package, console.Plural(len(b.Rewrote), "package"), console.Plural(b.Sites, "place"), console.Seconds(time.Since(start)))
	for _, file := range b.Left {
		fmt.Fprintf(k.Stderr, "%s: left as it is, since it cannot be rewritten; it searches nothing\n", file)
	}
	if n := len(b.Others); n > 0 {
		fmt.Fprintf(k.Stderr, "%s: %s not run, because %s nothing: %s\n", b.Package, console.Plural(n, "test"), map[bool]string{true: "it searches", false: "they search"}[n == 1], some(b.Others))
	}
	if len(b.Unseen) > 0 {
		k.notes = append(k.notes, fmt.Sprintf("Only tests of %s import %s, which cannot be rewritten: what happens in there was not searched.", b.Package, strings.Join(b.Unseen, ", ")))
	}
	return b, nil
}
