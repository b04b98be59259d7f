package pool

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// An error of the context is replaced by its cause, and an error of the pool is not.
func TestBecause(t *testing.T) {
	mine := errors.New("mine")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(mine)
	require.NoError(t, because(ctx, nil))
	require.Equal(t, ErrClosed, because(ctx, ErrClosed))
	require.Equal(t, ErrFull, because(ctx, ErrFull))
	require.Equal(t, mine, because(ctx, ctx.Err()))
}

// A task that was withdrawn because its tree was cancelled is told the cause of that.
func TestReason_OfAWithdrawal(t *testing.T) {
	mine := errors.New("mine")
	root := &Task{}
	child := &Task{scope: root}
	withdrawn := &failure{err: &CancelError{errWithdrawn}}
	child.abort.Store(withdrawn)
	require.Equal(t, errWithdrawn, withdrawn.reason(child), "only the task itself was withdrawn")
	root.abort.Store(&failure{err: &CancelError{mine}})
	require.Equal(t, mine, withdrawn.reason(child))
	e := &PanicError{Value: "of the test"}
	root.abort.Store(&failure{err: e})
	require.Equal(t, error(e), withdrawn.reason(child))
}
