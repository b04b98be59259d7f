package check

import (
	"context"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// Run runs a plan. If it returns an error, the outcome has the results until then. Searches that a
// process could not do, because an earlier one left a goroutine behind, are done in another process.
func (b *Binary) Run(ctx context.Context, p Plan) (Outcome, error) {
	c := b.confirming(p)
	if c == nil {
		return b.runAll(ctx, p)
	}
	p.Report = c.report
	all, err := b.runAll(ctx, p)
	if err != nil {
		return all, err
	}
	err = c.all(ctx, all.Reports)
	all.Doubted = c.doubted
	return all, err
}

// runAll is Run without confirming failures.
func (b *Binary) runAll(ctx context.Context, p Plan) (Outcome, error) {
	each := p.Report
	if each != nil {
		p.Report = func(r report.Report) {
			if r.Bound != report.LeftBehind {
				each(r)
			}
		}
	}
	all, err := b.run(ctx, p)
	for last := 0; err == nil; {
		tests := leftBehind(all.Reports)
		if len(tests) == 0 || len(tests) == last {
			break
		}
		last = len(tests)
		all.Reports = slices.DeleteFunc(all.Reports, func(r report.Report) bool {
			return r.Bound == report.LeftBehind && slices.Contains(tests, topLevel(r))
		})
		p.Run = "^(" + strings.Join(tests, "|") + ")$"
		var more Outcome
		more, err = b.run(ctx, p)
		more.Reports = append(all.Reports, more.Reports...)
		if all.Failed && !more.Failed {
			more.Failed, more.Died, more.Output = all.Failed, all.Died, all.Output
		}
		all = more
	}
	return all, err
}

// leftBehind returns the tests with searches that were not done, sorted, unless one of them has
// another search that was done.
func leftBehind(reports []report.Report) []string {
	var tests []string
	done := map[string]bool{}
	for _, r := range reports {
		if name := topLevel(r); r.Bound != report.LeftBehind {
			done[name] = true
		} else if !slices.Contains(tests, name) {
			tests = append(tests, name)
		}
	}
	tests = slices.DeleteFunc(tests, func(name string) bool { return done[name] })
	slices.Sort(tests)
	return tests
}

func topLevel(r report.Report) string {
	name, _, _ := strings.Cut(r.Test, "/")
	return name
}
