package pool

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of the ways in which functions have ended, the first that is no cancellation is kept. A Goexit is one of them.
func TestRecord_KeepsTheFirst(t *testing.T) {
	w := new(Worker) // it has no pool, no queue and no goroutine
	var first, other atomic.Pointer[failure]

	cancelled := &CancelError{errors.New("of the test")}
	require.Same(t, cancelled, w.record(&first, cancelled).err)
	require.Nil(t, first.Load(), "a cancellation hides the panic that comes after it")

	f := w.record(&first, "first")
	require.Equal(t, raised, f.how)
	require.Equal(t, "first", f.err.(*PanicError).Value)
	require.Same(t, f, first.Load())
	require.NotSame(t, f, w.record(&first, "second"))
	require.Same(t, f, first.Load())

	require.Equal(t, exited, w.record(&other, nil).how)
	require.NotNil(t, other.Load())
}

// A panic goes on with what was recorded. A Goexit goes on by itself.
func TestGoOn_PanicsAgain(t *testing.T) {
	w := new(Worker)
	var first atomic.Pointer[failure]
	f := w.record(&first, "of the test")
	require.NotPanics(t, func() { w.goOn(nil, f) })
	require.Panics(t, func() { w.goOn("of the test", f) })
}
