package trial_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

var ofFuzzed = flag.String("trial.deque", "", "the `deque` to fuzz; all if not given")

// each runs f as a subtest for each deque of package wsq.
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
