package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"slices"
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
	token   report.Token // the token to repeat, if any
	with    string
	alone   bool // only one package is searched
	shard   string
	merge   bool
	notes   []string        // sentences that the claim adds to the results of the searches
	failed  []report.Report // tests that failed, although no search of theirs did
	timeout time.Duration
	json    bool
	verbose bool
	race    watching
	tags    string        // build tags, separated by commas
	tests   string        // the pattern of plain tests, or ""
	forAll  time.Duration // the time for all plain tests together
	timers  string        // a value of report.EnvTimers
}

func checkVerb(c *console.Command) *ffcli.Command {
	k := &checking{Command: c, race: watchIfNeeded}
	fs := c.FlagSet("check")
	fs.StringVar(&k.plan.Run, "run", "", "run only the tests that match this `regexp`, as go test -run does")
	fs.StringVar(&k.tags, "tags", "", "build with these `tags`, separated by commas, as go build -tags does")
	fs.DurationVar(&k.plan.Time, "time", time.Minute, "time limit of each search that sets none itself; 0 means no limit")
	fs.IntVar(&k.plan.Jobs, "j", 1, "`number` of processes that share each search; 0 means one for each core")
	fs.StringVar(&k.shard, "shard", "", "search only part `i/n` of each search; the n parts together make the whole search")
	fs.BoolVar(&k.merge, "merge", false, "combine the results of all parts; the arguments are files, each the output of -shard i/n -json")
	fs.StringVar(&k.with, "with", "", "more `packages` to rewrite, separated by commas; needed if no rewritten package imports them")
	fs.StringVar(&k.tests, "tests", "", "search the plain tests that match this `regexp`, which call no sched.Explore")
	fs.DurationVar(&k.forAll, "for", 0, "with -tests: the `time` for all tests together; those that still show something new get more")
	fs.StringVar(&k.timers, "timers", report.TimersEarly, "with -tests: when timers may fire: `idle`, when nothing else can go on; early, sometimes also before that; any, as early, and a failure by the test's own check counts too")
	fs.DurationVar(&k.timeout, "timeout", 0, "stop the whole run after this `time`; 0 means no limit")
	fs.BoolVar(&k.json, "json", false, "print a JSON document for each search instead of the table")
	k.outputs.register(fs)
	fs.BoolVar(&k.verbose, "v", false, "print the output of the tests")
	fs.Var(&k.race, "race", "search with Go's race detector, which sees data races in code that is not rewritten: true, false, or auto, to repeat the searches whose programs call such code")
	return &ffcli.Command{
		Name:       "check",
		ShortUsage: "stealproof check [flags] [packages]",
		ShortHelp:  "run a package's tests under every schedule",
		LongHelp: `  Runs tests that call sched.Explore, lin.Check or wsqtest.Explore under every schedule. To do
  so, it copies the packages and rewrites each shared access into a call of the scheduler.
  Your sources stay as they are. The default is the package in the current directory. A
  pattern such as ./... selects only the packages that have such tests.

  With -tests it runs plain tests as they are: check -tests . ./... searches all of a module.
  Each test, and each subtest, is a search.

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
			if len(args) > 0 && k.race.Set(args[0]) == nil {
				return fmt.Errorf("%[1]s is no package; want -race=%[1]s", args[0])
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			timed := false
			fs.Visit(func(f *flag.Flag) { timed = timed || f.Name == "time" })
			return k.search(ctx, args, timed)
		},
	}
}

// search searches packages. timed says that the time of a search is set.
func (k *checking) search(ctx context.Context, patterns []string, timed bool) error {
	if err := check.SetTags(ctx, k.tags); err != nil {
		return err
	}
	if k.tests == "" {
		return k.run(ctx, patterns)
	}
	if !timed {
		k.plan.Time = plainTime
	}
	return k.plain(ctx, patterns)
}

func (k *checking) validate() error {
	for _, err := range []error{console.NotNegative("-time", k.plan.Time), console.NotNegative("-timeout", k.timeout), console.NotNegative("-j", k.plan.Jobs), console.NotNegative("-for", k.forAll)} {
		if err != nil {
			return err
		}
	}
	if k.plan.Jobs == 0 {
		k.plan.Jobs = runtime.NumCPU()
	}
	for flag, pattern := range map[string]string{"-run": k.plan.Run, "-tests": k.tests} {
		for _, part := range strings.Split(pattern, "/") {
			if _, err := regexp.Compile(part); err != nil {
				return fmt.Errorf("%s: %w", flag, err)
			}
		}
	}
	switch {
	case k.tests == "" && k.forAll > 0:
		return errors.New("-for divides its time among plain tests, so it needs -tests")
	case k.tests != "" && (k.plan.Run != "" || k.shard != "" || k.merge || k.plan.Jobs > 1):
		return errors.New("-tests selects the tests itself, and does not take -run, -shard, -merge or -j")
	case !slices.Contains([]string{report.TimersIdle, report.TimersEarly, report.TimersAny}, k.timers):
		return fmt.Errorf("-timers is %q; want idle, early or any", k.timers)
	case k.tests == "" && k.timers != report.TimersEarly:
		return errors.New("-timers needs -tests")
	}
	if k.shard != "" {
		var err error
		if k.plan.Shard, k.plan.Shards, err = report.ParsePart(k.shard); err != nil {
			return fmt.Errorf("-shard is %w", err)
		}
		if k.merge {
			return errors.New("-merge combines parts, so it does not take -shard")
		}
	}
	return nil
}

func (k *checking) run(ctx context.Context, patterns []string) error {
	if err := k.outputs.writable(); err != nil {
		return err
	}
	ctx, cancel := limited(ctx, k.timeout)
	defer cancel()
	packages, err := check.Packages(ctx, ".", patterns)
	if errors.Is(err, check.ErrNothing) {
		err = fmt.Errorf("%w; %s", err, plainHint)
	}
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
	k.alone = len(packages) == 1
	for _, p := range packages {
		if err != nil {
			break
		}
		var b *check.Binary
		if b, err = k.build(ctx, p, append([]string{p}, with...), false); err == nil {
			built = append(built, b)
			continue
		}
		if of := new(instrument.RefusedError); errors.As(err, &of) && len(packages) > 1 && ctx.Err() == nil {
			err = nil
			refused++
			k.refuse(of)
			k.notes = append(k.notes, p+" cannot be rewritten, so it was not searched.")
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
	for line := range strings.Lines(refused.Error() + "\n") {
		fmt.Fprintf(k.Stderr, "stealproof: %s", line)
	}
}

// all runs the built tests and prints the results. It returns err if the build failed.
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
		if err == nil {
			alone := worstOf(of)
			if of = k.watch(ctx, b, of); s == alone || console.Worse(worstOf(of), s) {
				s = worstOf(of)
			}
		}
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

func (k *checking) build(ctx context.Context, pkg string, rewrite []string, plain bool) (*check.Binary, error) {
	start := time.Now()
	nameItself()
	show := newBuilding(k.Stderr, pkg)
	source := check.Source{Dir: ".", Rewrite: rewrite, Test: pkg, Tests: true, Plain: plain, Race: k.race == watchAlways, Tool: console.Version(), Building: show.progress}
	if !plain && k.alone {
		source.Before = func(tests, others []string) error { return k.searchless(pkg, tests, others) }
	}
	b, err := check.Build(ctx, source)
	show.Clear()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(k.Stderr, "%s: %s rewritten at %s, built in %s\n", b.Package, console.Plural(len(b.Rewrote), "package"), console.Plural(b.Sites, "place"), console.Seconds(time.Since(start)))
	for _, file := range b.Left {
		fmt.Fprintf(k.Stderr, "%s: not rewritten, because it uses something that cannot be rewritten; its tests run as usual and search nothing\n", file)
	}
	if n := len(b.Others); n > 0 && !plain {
		fmt.Fprintf(k.Stderr, "%s: %s not run, because %s nothing: %s\n", b.Package, console.Plural(n, "test"), map[bool]string{true: "it searches", false: "they search"}[n == 1], some(b.Others))
	}
	if len(b.Unseen) > 0 {
		k.notes = append(k.notes, fmt.Sprintf("The tests of %s import %s, which cannot be rewritten. Schedules inside it were not searched.", b.Package, strings.Join(b.Unseen, ", ")))
	}
	return b, nil
}
