package campaign

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

// search runs searches of the scheduler until one breaks a rule.
func (l *Lab) search(ctx context.Context, g *group, env []string, of trialRun) (Cell, error) {
	b, err := l.schedule(ctx, g, of.pkg)
	if err != nil {
		return Cell{}, err
	}
	start := time.Now()
	out, err := b.Run(ctx, check.Plan{Run: of.run, Args: of.args, Env: append(slices.Clone(env), "STEALPROOF_LONG=1")})
	if err != nil {
		return Cell{}, err
	}
	found := Cell{Verdict: Survived, Seconds: time.Since(start).Seconds()}
	for _, r := range out.Reports {
		found.Executions += r.Executions
		if r.Ending == report.Failed && found.Verdict != Killed {
			found.Verdict, found.Rule, found.Test, found.Token = Killed, r.Rule, r.Test, r.Token
		}
	}
	if found.Verdict != Killed && out.Failed {
		found.Verdict, found.Rule = Killed, symptom(string(out.Output))
		if strings.HasPrefix(of.run, "^"+refines+"$") {
			found.Test = refines // without a failed report there is no name of a test
		}
		if out.Died != "" {
			found.Rule = "the process died: " + strings.TrimSpace(found.Rule)
		}
	}
	return found, nil
}
