package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/protocol"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// exploration is the part of verify that runs the deques' code under the scheduler.
type exploration struct {
	reports []report.Report
	of      []string // the deque or protocol of each report
	not     string   // the reason if nothing was explored
	left    []string // programs that were left out
	cut     bool
	took    time.Duration
}

// eachSearch bounds a search of verify. Each search is expected to be exhausted, which takes at most 12 s on an
// idle machine. A user with less time sets -timeout.
const eachSearch = 5 * time.Minute

// explore explores the deques. It needs the go command and the sources.
func (v *verify) explore(ctx context.Context, members []wsqtest.Member) *exploration {
	x := &exploration{}
	start := time.Now()
	defer func() { x.took = time.Since(start) }()
	if x.cut = ctx.Err() != nil; x.cut {
		return x
	}
	dir, err := check.ModuleDir(ctx)
	if err != nil {
		x.not = err.Error()
		return x
	}
	nameItself()
	fmt.Fprintln(v.Stderr, "building the deques for the scheduler")
	b, err := build(ctx, dir, check.Shipped)
	if err != nil {
		x.not = err.Error()
		return x
	}
	defer b.Close()
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = regexp.QuoteMeta(m.Name)
	}
	systematic, larger := "Systematic", "Deques"
	if len(members) == len(wsqtest.Family()) {
		larger += "|Protocols"
		for _, p := range protocol.All() {
			if p.Sound {
				names = append(names, regexp.QuoteMeta(p.Name))
			}
		}
	}
	last := time.Now()
	plan := func(tests string) check.Plan {
		return check.Plan{
			Run:  "^TestSched_(" + tests + ")$/^(" + strings.Join(names, "|") + ")$",
			Args: []string{"-test.short"}, // runs fewer rounds of the protocols
			Time: eachSearch,
			Report: func(r report.Report) {
				x.reports = append(x.reports, r)
				_, of, _ := strings.Cut(r.Test, "/")
				of, _, _ = strings.Cut(of, "/")
				x.of = append(x.of, of)
				if time.Since(last) > 5*time.Second {
					last = time.Now()
					fmt.Fprintf(v.Stderr, "explored: %s\n", console.Plural(len(x.reports), "program"))
				}
			},
		}
	}
	out, err := b.RunAll(ctx, plan(systematic), plan(larger)) // the two plans take about the same time
	x.ended(ctx, out, err)
	if len(members) == len(wsqtest.Family()) && x.not == "" && !x.cut {
		x.explorePool(ctx, v, dir)
	}
	return x
}

// build builds one of the sources of a checkout.
func build(ctx context.Context, dir string, source func(dir string) (check.Source, error)) (*check.Binary, error) {
	s, err := source(dir)
	if err != nil {
		return nil, err
	}
	return check.Build(ctx, s)
}

// ended records how the tests ended.
func (x *exploration) ended(ctx context.Context, out check.Outcome, err error) {
	switch {
	case ctx.Err() != nil:
		x.cut = true
	case err != nil:
		x.not = err.Error()
	case out.Failed && x.state() != console.Violation:
		x.not = "the rewritten tests failed:\n" + string(out.Output)
	}
}

// largeProtocols are two of the pool's programs. Their schedules take as long as all others together.
const largeProtocols = "promotion,_an_owner,_2_thieves,_2_frames|tasks_of_a_scope_that_are_stolen_together"

// explorePool explores the programs in the pool's own tests.
func (x *exploration) explorePool(ctx context.Context, v *verify, dir string) {
	fmt.Fprintln(v.Stderr, "building the pool for the scheduler")
	b, err := build(ctx, dir, check.PoolProtocols)
	if err != nil {
		x.ended(ctx, check.Outcome{}, err)
		return
	}
	defer b.Close()
	args := []string{"-test.short"}
	if !v.thorough {
		args = append(args, "-test.skip=^TestSched_Protocols$/^("+largeProtocols+")$")
		x.left = append(x.left, "the pool's two largest programs, which -thorough runs")
	}
	out, err := b.RunAll(ctx, check.Plan{
		Run:  "^TestSched_Protocols$",
		Args: args,
		Env:  []string{long.Env + "=1"}, // explores all schedules of each program
		Time: eachSearch,
		Report: func(r report.Report) {
			x.reports = append(x.reports, r)
			x.of = append(x.of, "pool")
		},
	})
	x.ended(ctx, out, err)
}

func (x *exploration) state() console.State {
	worst := console.Held
	for _, r := range x.reports {
		switch {
		case r.Ending == report.Failed:
			return console.Violation
		case r.Ending == report.BoundHit:
			worst = console.CutShort
		}
	}
	if x.cut {
		return console.CutShort
	}
	return worst
}

// text returns a table with a row for each deque, the violations, and the conclusions.
func (x *exploration) text() string {
	if x.not != "" && len(x.reports) == 0 {
		return console.Wrap("NOT EXPLORED under the scheduler: " + x.not)
	}
	var b strings.Builder
	type row struct{ programs, exhausted, executions, longest int }
	rows := map[string]*row{}
	var order []string
	for i, r := range x.reports {
		name := x.of[i]
		if rows[name] == nil {
			rows[name] = &row{}
			order = append(order, name)
		}
		n := rows[name]
		n.programs++
		n.executions += r.Executions
		n.longest = max(n.longest, r.Deepest)
		if r.Ending == report.Exhausted {
			n.exhausted++
		}
		if r.Ending == report.BoundHit {
			fmt.Fprintf(&b, "BOUND HIT  %s after %s: %s; no rule was broken before that\n", r.Test, console.Plural(r.Executions, "execution"), cmp.Or(r.Bound, "time"))
		}
		if r.Text != "" {
			fmt.Fprintf(&b, "VIOLATION  %s\n%s\n", r.Test, console.Indent(r.Text))
		}
	}
	var lines [][]string
	total := 0
	for _, name := range order {
		n := rows[name]
		total += n.executions
		lines = append(lines, []string{name, console.Count(n.programs), console.Count(n.exhausted), console.Count(n.executions), console.Count(n.longest)})
	}
	b.WriteString(console.Table{Header: []string{"deque, protocol or pool", "programs", "exhausted", "executions", "steps of the\nlongest"}, First: 1, Last: 4, Lines: lines}.String())
	if x.cut {
		b.WriteString("This part was cut short.\n")
	}
	if x.not != "" {
		b.WriteString(console.Wrap(x.not))
	}
	if len(x.left) > 0 {
		b.WriteString(console.Wrap("LEFT OUT: " + strings.Join(x.left, "; ") + "."))
	}
	b.WriteString(console.Wrap(fmt.Sprintf("This part ran the rewritten code under a scheduler, %s executions in all. An exhausted program was run under every schedule; "+
		"schedules that differ only in the order of independent steps count as one. In each execution of a deque's program, the history was judged. All executions were checked for data races. "+
		"A deque's program has two or three goroutines with one to four operations each, on a deque of capacity 2 or 4. A protocol's program is a small one that waits and wakes. A program of the pool has two or three workers. Programs of protocols and of the pool have assertions instead of a history. It took %s.", console.Count(total), console.Seconds(x.took))))
	return b.String()
}
