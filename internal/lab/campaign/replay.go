package campaign

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/report"
)

const module = "github.com/stealproof/stealproof/"

// Replay repeats the execution of a cell that has a token. It returns the broken rule, or "".
func (l *Lab) Replay(ctx context.Context, m mutation.Mutant, c Cell) (string, error) {
	token, err := report.ParseToken(c.Token)
	if err != nil {
		return "", fmt.Errorf("%s, %s: %w", c.Mutant, c.Detector, err)
	}
	g, number := l.find(m)
	if g == nil {
		return "", fmt.Errorf("mutant %s is not in the lab", m.Name)
	}
	pkg := g.pkg
	for _, of := range []string{trial, refinements} {
		if strings.HasPrefix(token.Origin, module+of) {
			pkg = of
		}
	}
	b, err := l.schedule(ctx, g, pkg)
	if err != nil {
		return "", err
	}
	env, _, err := l.env(number)
	if err != nil {
		return "", err
	}
	var parts []string
	for part := range strings.SplitSeq(token.Test, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	out, err := b.Run(ctx, check.Plan{Run: strings.Join(parts, "/"), Replay: c.Token, Env: env})
	if err != nil {
		return "", err
	}
	for _, r := range out.Reports {
		if r.Ending == report.Failed {
			return r.Rule, nil
		}
	}
	return "", nil
}
