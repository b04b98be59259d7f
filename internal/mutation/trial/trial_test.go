package trial_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

var (
	budget   = flag.Duration("trial.for", 300*time.Millisecond, "how long a search on real cores goes on, and one under the scheduler at most a hundred times as long")
	seed     = flag.Uint64("trial.seed", 1, "of what is random on real cores")
	ofFuzzed = flag.String("trial.deque", "", "the one deque that is fuzzed; all if not given")
)

// each makes a subtest for each deque of package wsq.
func each(t *testing.T, f func(*testing.T, wsqtest.Member, linearizability.Target)) {
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) { f(t, m, target(t, m)) })
	}
}

func target(t testing.TB, m wsqtest.Member) linearizability.Target {
	of, err := wsqtest.Target(m.Name, m.New, wsqtest.Options[*wsqtest.Item]{})
	require.NoError(t, err)
	return of
}

// say tells whoever runs this process how much has been done.
func say(executions int) { fmt.Printf("\ntrial: %d executions\n", executions) }
