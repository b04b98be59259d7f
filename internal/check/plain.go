package check

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/instrument"
)

// PlainOrigin is the last word of a token's origin, if the token is of a plain test.
const PlainOrigin = "-tests"

// Refused is a plain test that cannot be searched, and why.
type Refused struct {
	Test string
	Why  instrument.Refusal
}

// Report returns the report of a test that was refused.
func (r Refused) Report(pkg string) report.Report {
	return report.Report{Package: pkg, Test: r.Test, Search: 1, Ending: report.NotChecked, Mode: "step", Rule: report.RuleRefused, Detail: r.Why.String(), Plain: &report.Plain{}}
}

var plainName = regexp.MustCompile(`^Test($|[^a-z])`)

// choose divides the tests into plain ones and others.
func (b *Binary) choose(m *mentions) {
	b.Plain, b.Others = []string{}, nil
	for _, test := range m.tests {
		if m.searches[test] || !plainName.MatchString(test) {
			b.Others = append(b.Others, test)
		} else {
			b.Plain = append(b.Plain, test)
		}
	}
}

// withoutTests returns the refused files if all of them are tests, and otherwise nil. Tests that mention
// what these files declare are not searched.
func (b *Binary) withoutTests(refused *instrument.RefusedError, m *mentions) (leave []string) {
	for _, r := range refused.Refusals {
		if !strings.HasSuffix(r.File, "_test.go") || filepath.Dir(r.File) != b.relative() {
			return nil
		}
		if slices.Contains(leave, r.File) {
			continue
		}
		leave = append(leave, r.File)
		reach := map[string]bool{}
		for _, name := range m.files[filepath.Base(r.File)] {
			reach[name] = true
		}
		spread(reach, m.of)
		b.Plain = slices.DeleteFunc(b.Plain, func(test string) bool {
			if reach[test] {
				b.Refused = append(b.Refused, Refused{test, r})
				b.Others = append(b.Others, test)
			}
			return reach[test]
		})
	}
	return leave
}

// relative returns the package's directory in its module, as refusals name it.
func (b *Binary) relative() string {
	rel, err := filepath.Rel(b.Module, b.packages)
	if err != nil {
		return b.packages
	}
	return filepath.ToSlash(rel)
}

// PlainTests returns the plain tests of a package, sorted.
func PlainTests(ctx context.Context, dir, pkg string) ([]string, error) {
	m, err := look(ctx, dir, pkg)
	if err != nil {
		return nil, err
	}
	b := &Binary{}
	b.choose(m)
	return b.Plain, nil
}

// PlainPackages returns the packages with tests that the patterns match.
func PlainPackages(ctx context.Context, dir string, patterns []string) ([]string, error) {
	return packages(ctx, dir, patterns, func(fields []string) bool { return len(fields) > 2 }, "tests")
}
