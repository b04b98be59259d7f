package wsqtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Check reports a function that makes no deque once, not for each rule.
func TestCheck_NoDeque(t *testing.T) {
	for want, newDeque := range map[string]func(int) wsq.Deque[int]{
		"wsqtest: the function that makes a deque is nil":                                   nil,
		"wsqtest: the function that makes a deque returns nil":                              func(int) wsq.Deque[int] { return nil },
		"wsqtest: the function that makes a deque panics if the capacity is 2: no capacity": func(int) wsq.Deque[int] { panic("no capacity") },
	} {
		err := wsqtest.Check(t.Context(), "none", newDeque, wsqtest.Options[int]{}, nil, func(wsqtest.Outcome) { t.Error("a rule was tried") })
		require.EqualError(t, err, want)
		_, err = wsqtest.Target("none", newDeque, wsqtest.Options[int]{})
		require.EqualError(t, err, want)
	}
}
