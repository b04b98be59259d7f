package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/model/instrument"
	"github.com/stealproof/stealproof/model/sched"
)

type checking struct {
	*command
	plan    check.Plan
	with    string
	shard   string
	timeout time.Duration
	json    bool
	verbose bool
	race    bool
}

func (c *command) checks() *ffcli.Command {
	k := &checking{command: c}
	fs := c.flagSet("check")
	fs.StringVar(&k.plan.Run, "run", "", "only the tests that match this `regexp`, as go test -run")
	fs.DurationVar(&k.plan.Time, "time", time.Minute, "bound of each search that sets none")
	fs.IntVar(&k.plan.Jobs, "j", 1, "`number` of processes that share each search")
	fs.StringVar(&k.shard, "shard", "", "search only part `i/n` of each search; the parts together are the whole")
	fs.StringVar(&k.with, "with", "", "more `packages` to rewrite, with commas: those whose code only tests import")
	fs.DurationVar(&k.timeout, "timeout", 0, "cut the whole run short after this `time`; 0 is never")
	fs.BoolVar(&k.json, "json", false, "print one JSON document for each search instead of the table")
	fs.BoolVar(&k.verbose, "v", false, "print what the tests print")
	fs.BoolVar(&k.race, "race", false, "build with Go's race detector too")
	return &ffcli.Command{
		Name:       "check",
		ShortUsage: "stealproof check [flags] [packages]",
		ShortHelp:  "run a package's tests under every schedule",
		LongHelp: `  Rewrites the packages so that a scheduler controls each of their shared accesses, builds
  their tests, and runs those that call sched.Explore or wsqtest.Explore. The sources are
  not changed. Without packages it is the one in the current directory.

` + exitCodes,
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if err := k.validate(); err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{"."}
			}
			return k.run(ctx, args)
		},
	}
}

func (k *checking) validate() error {
	for _, err := range []error{notNegative("-time", k.plan.Time), notNegative("-timeout", k.timeout), notNegative("-j", k.plan.Jobs)} {
		if err != nil {
			return err
		}
	}
	if k.shard != "" {
		n, err := fmt.Sscanf(k.shard, "%d/%d", &k.plan.Shard, &k.plan.Shards)
		if n != 2 || err != nil || k.plan.Shard < 1 || k.plan.Shard > k.plan.Shards {
			return fmt.Errorf("-shard is %q; want i/n with i from 1 to n", k.shard)
		}
	}
	return nil
}

func (k *checking) run(ctx context.Context, packages []string) error {
	if k.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, k.timeout, fmt.Errorf("-timeout %v", k.timeout))
		defer cancel()
	}
	var with []string
	if k.with != "" {
		with = strings.Split(k.with, ",")
	}
	var all []sched.Report
	worst := held
	for _, p := range packages {
		reports, s, err := k.one(ctx, p, append([]string{p}, with...))
		var refused *instrument.RefusedError
		switch {
		case errors.As(err, &refused):
			for _, r := range refused.Refusals {
				fmt.Fprintf(k.stderr, "stealproof: %v\n", r)
			}
			k.code = exitUsage
			return nil
		case ctx.Err() != nil:
			fmt.Fprintf(k.stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
			s = cutShort
		case err != nil:
			return err
		}
		all = append(all, reports...)
		if worse(s, worst) {
			worst = s
		}
		if ctx.Err() != nil {
			break
		}
	}
	k.code = exitCode(worst)
	return k.print(all)
}

// one checks one package.
func (k *checking) one(ctx context.Context, pkg string, rewrite []string) ([]sched.Report, state, error) {
	start := time.Now()
	b, err := check.Build(ctx, check.Source{Dir: ".", Rewrite: rewrite, Test: pkg, Tests: true, Race: k.race})
	if err != nil {
		return nil, failed, err
	}
	defer b.Close()
	fmt.Fprintf(k.stderr, "%s: %s rewritten, %s, built in %s\n", b.Package, plural(len(b.Rewrote), "package"), plural(b.Sites, "place"), seconds(time.Since(start)))
	for _, file := range b.Left {
		fmt.Fprintf(k.stderr, "%s: left as it is, since it cannot be rewritten; it searches nothing\n", file)
	}
	plan := k.plan
	plan.Report = func(r sched.Report) {
		fmt.Fprintf(k.stderr, "%s: %s, %s, %.1fs\n", r.Test, r.Ending, plural(r.Executions, "execution"), r.Seconds)
	}
	out, err := b.Run(ctx, plan)
	s := held
	for _, r := range out.Reports {
		switch r.Ending {
		case sched.Failed:
			s = violation
		case sched.BoundHit:
			if s == held {
				s = cutShort
			}
		}
	}
	if k.verbose || out.Failed && s != violation {
		k.stderr.Write(out.Output)
	}
	if err == nil && s != violation {
		switch {
		case out.Failed:
			s = failed
		case len(out.Reports) == 0:
			return nil, failed, fmt.Errorf("%s: no test called sched.Explore or wsqtest.Explore, so nothing was checked", b.Package)
		}
	}
	return out.Reports, s, err
}

func (k *checking) print(all []sched.Report) error {
	var b strings.Builder
	if k.json {
		for _, r := range all {
			b.WriteString(encode(r))
		}
	} else {
		for _, r := range all {
			if r.Text != "" {
				fmt.Fprintf(&b, "VIOLATION  %s\n%s\n", r.Test, indent(r.Text))
			}
		}
		b.WriteString(searches(all))
		b.WriteString(wrap(claim(all)))
	}
	if _, err := io.WriteString(k.stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}

// claim says what the searches have shown.
func claim(all []sched.Report) string {
	exhausted, bounded, broken := 0, 0, 0
	for _, r := range all {
		switch r.Ending {
		case sched.Exhausted:
			exhausted++
		case sched.BoundHit:
			bounded++
		case sched.Failed:
			broken++
		}
	}
	says := fmt.Sprintf("%s exhausted: every schedule of these programs, up to the order of steps that commute, was run, and broke no rule.", plural(exhausted, "search"))
	if exhausted != 1 {
		says = strings.Replace(says, "searchs", "searches", 1)
	}
	if bounded > 0 {
		says += fmt.Sprintf(" %d hit a bound: of these nothing is claimed but what was run.", bounded)
	}
	if broken > 0 {
		says += fmt.Sprintf(" %d failed.", broken)
	}
	return says + " Nothing is said of other programs, or of more threads, operations or other capacities."
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

// searches returns the table.
func searches(all []sched.Report) string {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.Options{SeparateHeader: true}
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	t.SetStyle(style)
	t.AppendHeader(table.Row{"search", "checked", "executions", "longest", "seconds", "verdict"})
	var columns []table.ColumnConfig
	for n := 3; n <= 5; n++ {
		columns = append(columns, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	for _, r := range all {
		what := "steps"
		if r.Mode == "history" {
			what = "histories"
		}
		verdict := string(r.Ending)
		switch {
		case r.Ending == sched.Failed:
			verdict = "VIOLATION " + r.Rule
		case r.Ending == sched.BoundHit && r.Share > 0:
			verdict += fmt.Sprintf(" (about %.2g %% done)", 100*r.Share)
		}
		t.AppendRow(table.Row{r.Test, what, count(r.Executions), count(r.Deepest), fmt.Sprintf("%.2f", r.Seconds), verdict})
	}
	return trim(t.Render()) + "\n"
}
