package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// parts puts parts of searches together.
func (k *checking) parts(files []string) error {
	if len(files) == 0 {
		return errors.New("-merge takes the files that check -shard i/n -json has printed")
	}
	if err := k.outputs.writable(); err != nil {
		return err
	}
	all, missing, err := check.Merge(files)
	if err != nil {
		return err
	}
	worst := worstOf(all)
	if missing != "" {
		if worst != console.Violation {
			return errors.New(missing)
		}
		fmt.Fprintf(k.Stderr, "stealproof: %s\n", missing)
	}
	k.Code = console.ExitCode(worst)
	return k.print(all, ".")
}

// worstOf returns the state of several searches.
func worstOf(all []report.Report) console.State {
	worst := console.Held
	for _, r := range all {
		if s := verdict(r); console.Worse(s, worst) {
			worst = s
		}
	}
	return worst
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
	b, err := check.Build(ctx, check.Source{Dir: ".", Rewrite: rewrite, Test: pkg, Tests: true, Race: k.race, Building: show.progress})
	show.Clear()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(k.Stderr, "%s: %s rewritten, %s, built in %s\n", b.Package, console.Plural(len(b.Rewrote), "package"), console.Plural(b.Sites, "place"), console.Seconds(time.Since(start)))
	for _, file := range b.Left {
		fmt.Fprintf(k.Stderr, "%s: left as it is, since it cannot be rewritten; it searches nothing\n", file)
	}
	if len(b.Unseen) > 0 {
		k.notes = append(k.notes, fmt.Sprintf("Only tests of %s import %s, which cannot be rewritten: what happens in there was not searched.", b.Package, strings.Join(b.Unseen, ", ")))
	}
	return b, nil
}

// one runs the tests of one package.
func (k *checking) one(ctx context.Context, b *check.Binary) ([]report.Report, console.State, error) {
	show := newSearching(k.Stderr)
	plan := k.plan
	plan.Report, plan.Running = show.ended, show.running
	out, err := b.Run(ctx, plan)
	show.Clear()
	worst := worstOf(out.Reports)
	if k.verbose || out.Failed && (worst != console.Violation || out.Died != "" || slices.ContainsFunc(out.Reports, failedByT)) && err == nil {
		k.Stderr.Write(out.Output)
	}
	switch {
	case err != nil:
		if worst != console.Violation {
			worst = console.CutShort
		}
	case out.Died != "":
		if worst != console.Violation {
			worst = console.Failed
		}
		k.notes = append(k.notes, died(b.Package, out))
	case worst == console.Violation:
	case out.Failed:
		worst = console.Failed
		fmt.Fprintf(k.Stderr, "stealproof: %s: no search has failed, but tests have\n", b.Package)
	case len(out.Reports) == 0:
		return nil, console.Failed, k.nothing(b, out)
	}
	return out.Reports, worst, err
}

// failedByT reports whether a program has failed its test, and not the search:
// what it has said is in the output alone.
func failedByT(r report.Report) bool {
	return r.Ending == report.Failed && r.Rule == report.RuleAssertion && r.Token == ""
}

// mostNames is how many names are written out.
const mostNames = 10

// died says what has not been run since a test process ended too early.
func died(pkg string, out check.Outcome) string {
	text := fmt.Sprintf("The test process of %s died (%s)", pkg, out.Died)
	if len(out.Began) > 0 {
		text += " in " + strings.Join(out.Began, " and ")
	}
	n := len(out.NotRun)
	names := strings.Join(out.NotRun[:min(n, mostNames)], ", ")
	switch {
	case n == 0 && len(out.Began) == 0:
		text += ", and which tests it had yet to run is not known"
	case n == 1:
		text += "; 1 test was not run: " + names
	case n > mostNames:
		text += fmt.Sprintf("; %s tests were not run: %s and %s more", console.Count(n), names, console.Count(n-mostNames))
	case n > 0:
		text += fmt.Sprintf("; %d tests were not run: %s", n, names)
	}
	return text + ". Of what it had yet to do nothing is claimed."
}

// nothing says why nothing was checked.
func (k *checking) nothing(b *check.Binary, out check.Outcome) error {
	switch {
	case k.plan.Replay != "":
		return fmt.Errorf("%s has no such test or search any more: %s", b.Package, k.token.Test)
	case k.plan.Run != "" && !strings.Contains(string(out.Output), "=== RUN"):
		return fmt.Errorf("%s: no test matches -run %q, so nothing was checked", b.Package, k.plan.Run)
	}
	if strings.Contains(string(out.Output), "has not been rewritten for the scheduler") {
		return fmt.Errorf("%s: nothing there or in what its tests import is shared by threads, so nothing was checked", b.Package)
	}
	return fmt.Errorf("%s: no test called sched.Explore or wsqtest.Explore, so nothing was checked", b.Package)
}

// verdict returns the state of one search.
func verdict(r report.Report) console.State {
	switch {
	case r.Ending == report.Failed, r.Rule != "":
		return console.Violation
	case r.Ending == report.Exhausted:
		return console.Held
	}
	return console.CutShort
}

// print prints and saves the results. The sources are below the directory.
func (k *checking) print(all []report.Report, dir string) error {
	var b strings.Builder
	if k.json {
		for _, r := range all {
			b.WriteString(console.Encode(r))
		}
	} else {
		for _, r := range all {
			if r.Text != "" {
				fmt.Fprintf(&b, "VIOLATION  %s\n%s\n\n", r.Test, console.Indent(r.Text))
			}
		}
		b.WriteString(searches(all))
		b.WriteString(console.Wrap(k.claim(all)))
	}
	if _, err := io.WriteString(k.Stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return k.outputs.save(all, k.claim(all), dir, k.Stderr)
}

// claim says what has been shown, and what has not been run.
func (k *checking) claim(all []report.Report) string {
	if len(k.notes) == 0 {
		return claim(all)
	}
	says := k.notes
	if len(all) > 0 {
		says = append([]string{claim(all)}, says...)
	}
	return strings.Join(says, " ")
}

// claim says what the searches have shown. Parts of searches come from one run, so
// all are the same part.
func claim(all []report.Report) string {
	exhausted, bounded, broken, cut := 0, 0, 0, 0
	part := ""
	for _, r := range all {
		part = r.Part
		switch {
		case verdict(r) == console.Violation:
			broken++
		case r.Ending == report.Exhausted:
			exhausted++
		case r.Ending == report.BoundHit:
			bounded++
		default:
			cut++
		}
	}
	var says []string
	say := func(n int, what string) {
		switch {
		case n == 1:
			says = append(says, "1 search "+what)
		case n > 1:
			says = append(says, console.Count(n)+" searches "+what)
		}
	}
	say(broken, "failed.")
	if part != "" {
		if exhausted > 1 {
			part += " of each"
		}
		say(exhausted, "has part "+part+" exhausted: every schedule of this part, up to the order of steps that commute, was run, and broke no rule. "+
			"Of the other parts nothing is claimed; check -merge puts all of them together.")
		exhausted = 0
	}
	say(exhausted, "exhausted: every schedule of these programs, up to the order of steps that commute, was run, and broke no rule.")
	if slices.ContainsFunc(all, func(r report.Report) bool { return r.Ending == report.Exhausted && r.NoRaces }) {
		says = append(says, "Where races were not looked for orders of plain accesses were not tried: that holds only for programs without data races.")
	}
	say(bounded, "hit a bound: of these nothing is claimed but what was run.")
	say(cut, "cut short: of these nothing is claimed but what was run.")
	var waits []string
	for _, r := range all {
		waits = append(waits, r.Waits...)
	}
	slices.Sort(waits)
	if waits = slices.Compact(waits); len(waits) > 0 {
		says = append(says, "It was taken for granted that the loops that wait at "+strings.Join(waits, ", ")+" do nothing but look again, or take and give back locks, and count nothing.")
	}
	if exhausted > 0 {
		says = append(says, "Nothing is said of other programs, or of more threads, operations or other capacities.")
	}
	if len(says) == 0 {
		return "Nothing was run, so nothing is claimed."
	}
	return strings.Join(says, " ")
}

// searches returns the table.
func searches(all []report.Report) string {
	t := console.Table{Header: []string{"search", "checked", "executions", "longest", "seconds", "verdict"}, First: 2, Last: 4}
	for _, r := range all {
		what := "steps"
		if r.Mode == "history" {
			what = "histories"
		}
		t.Lines = append(t.Lines, []string{r.Test, what, console.Count(r.Executions), console.Count(r.Deepest), fmt.Sprintf("%.2f", r.Seconds), check.Verdict(r)})
	}
	return t.String()
}
