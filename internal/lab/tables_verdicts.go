package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/lab/corpus"
	"github.com/stealproof/stealproof/internal/report"
)

// verdictCounts returns the table of the verdicts on the tests of std's packages and of the modules.
func verdictCounts(saved map[string]corpus.Verdicts) string {
	var of [2]corpus.Verdicts
	var failed, alone, not, subjects [2]int
	for _, s := range corpus.Subjects() {
		v, known := saved[s.String()]
		if !known {
			continue
		}
		k := 1
		if s.Std {
			k = 0
		}
		subjects[k]++
		of[k].Alone += v.Alone
		of[k].Exhausted += v.Exhausted
		of[k].BoundHit += v.BoundHit
		failed[k] += len(v.Failed)
		for _, n := range v.NotChecked {
			if n.Rule == report.RuleOnlyHere {
				alone[k]++
			} else {
				not[k]++
			}
		}
	}
	var b strings.Builder
	b.WriteString("| | std | modules | together |\n| --- | ---: | ---: | ---: |\n")
	row := func(name string, value func(k int) int) {
		std, modules := value(0), value(1)
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", name, std, modules, std+modules)
	}
	row("subjects searched", func(k int) int { return subjects[k] })
	row("one schedule, which passed: starts no goroutine", func(k int) int { return of[k].Alone })
	row("failed only under the scheduler, and had started no goroutine", func(k int) int { return alone[k] })
	row("exhausted", func(k int) int { return of[k].Exhausted })
	row("bound hit", func(k int) int { return of[k].BoundHit })
	row("failed", func(k int) int { return failed[k] })
	row("not checked", func(k int) int { return not[k] })
	several := [2]int{}
	for k := range several {
		several[k] = of[k].Exhausted + of[k].BoundHit + failed[k] + not[k]
	}
	row("may have several schedules: the four rows above", func(k int) int { return several[k] })
	share := func(not, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(not)/float64(max(of, 1))) }
	fmt.Fprintf(&b, "| of these, not checked | %s | %s | %s |\n", share(not[0], several[0]), share(not[1], several[1]), share(not[0]+not[1], several[0]+several[1]))
	return b.String()
}

// byCount returns the keys, those with the largest counts first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
}

// whyNotChecked returns the table of the reasons, by the rule.
func whyNotChecked(saved map[string]corpus.Verdicts) string {
	counts := map[string]int{}
	subjects := map[string][]string{}
	for _, s := range corpus.Subjects() {
		seen := map[string]bool{}
		for _, n := range saved[s.String()].NotChecked {
			counts[n.Rule]++
			if !seen[n.Rule] {
				seen[n.Rule] = true
				subjects[n.Rule] = append(subjects[n.Rule], "`"+s.Path+"`")
			}
		}
	}
	var b strings.Builder
	b.WriteString("| reason | tests | subjects |\n| --- | ---: | --- |\n")
	for _, rule := range byCount(counts) {
		why := strings.TrimPrefix(report.Headline(rule), "not checked: ")
		fmt.Fprintf(&b, "| %s | %d | %s |\n", why, counts[rule], strings.Join(subjects[rule], ", "))
	}
	for _, s := range corpus.Subjects() {
		if why := saved[s.String()].Refused(); why != "" {
			fmt.Fprintf(&b, "| %s | all | `%s` |\n", strings.ReplaceAll(why, "|", "\\|"), s.Path)
		}
	}
	return b.String()
}
