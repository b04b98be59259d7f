package check

import (
	"context"
	"regexp"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// Cleared clears tests that may not be wrong, see [Binary.Alone], [OfTheWorld] and [Binary.NeedsEarlier]. It reports
// whether it has cleared any.
func (b *Binary) Cleared(ctx context.Context, reports []report.Report) (bool, error) {
	alone, err := b.Alone(ctx, reports)
	world := OfTheWorld(reports)
	if err != nil {
		return alone || world, err
	}
	needs, err := b.NeedsEarlier(ctx, reports)
	return alone || world || needs, err
}

const (
	mostNeedy = 5 // tests for which that is found out
	aloneRuns = 3 // of each
)

// NeedsEarlier clears tests that need what an earlier test has set. Each search begins as if its test were the only
// one. Such a test fails in the first execution, it fails whenever go test runs it alone, and it passes with the others.
// A data race needs no such state, so it stays a failure. NeedsEarlier reports whether it has cleared any.
func (b *Binary) NeedsEarlier(ctx context.Context, reports []report.Report) (cleared bool, err error) {
	var needy []int
	fails := map[string]bool{} // alone, by test
	for i, r := range reports {
		if !mayNeedEarlier(r) {
			continue
		}
		name, _, _ := strings.Cut(r.Test, "/")
		if _, known := fails[name]; !known {
			if len(fails) == mostNeedy {
				continue
			}
			alone, err := b.plainly(ctx, "^"+regexp.QuoteMeta(name)+"$", aloneRuns)
			if err != nil {
				return false, err
			}
			fails[name] = alone.failed[name] && !alone.passed[name]
		}
		if fails[name] {
			needy = append(needy, i)
		}
	}
	if len(needy) == 0 {
		return false, nil
	}
	all, err := b.plainly(ctx, ".", 1)
	if err != nil {
		return false, err
	}
	for _, i := range needy {
		if r := reports[i]; all.passed[r.Test] && !all.failed[r.Test] {
			reports[i], cleared = r.NeedsEarlier(), true
		}
	}
	return cleared, nil
}

func mayNeedEarlier(r report.Report) bool {
	return r.Ending == report.Failed && r.Plain != nil && !r.Plain.Trivial() && r.Executions <= 1 &&
		(r.Rule == report.RuleAssertion || r.Rule == report.RulePanic)
}
