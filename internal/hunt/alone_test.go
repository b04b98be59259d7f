package hunt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Alone notices an answer that no contract allows. It also notices a Retry, which all contracts but one allow.
func TestAlone(t *testing.T) {
	target := Target(wsqtest.Family()[0])
	sc, err := model.ParseScenario("push push pop | steal steal")
	require.NoError(t, err)
	require.NoError(t, Alone(target.New(2), target.Spec(2), sc))

	for answer, says := range map[model.Status]string{
		model.Retry: "with [1] in the deque: steal: retry (push push pop | steal steal)",
		model.Empty: "with [1] in the deque: steal: empty (push push pop | steal steal)",
	} {
		subject := target.New(2)
		subject.Steal = func() (int, model.Status) { return 0, answer }
		require.EqualError(t, Alone(subject, target.Spec(2), sc), says)
	}
}
