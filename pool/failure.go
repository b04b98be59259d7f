package pool

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Errors of the pool. They are returned as they are, not wrapped.
var (
	// ErrClosed means that the pool is closed.
	ErrClosed = errors.New("pool: closed")
	// ErrFull means that the queue of submissions is full and the call does not wait.
	ErrFull = errors.New("pool: the queue of submissions is full")
	// ErrGoexit is the Value of a [PanicError] if the task called runtime.Goexit. In tests,
	// t.FailNow does.
	ErrGoexit = errors.New("pool: a task called runtime.Goexit")
)

// errWithdrawn cancels tasks whose result is no longer needed. Only those tasks see it.
var errWithdrawn = errors.New("pool: the task that forked this one has panicked")

// PanicError is the value with which a call panics when the task that it waits for has
// panicked. It passes unchanged from task to task, up to the goroutine that waits outside.
type PanicError struct {
	Value any    // the task's panic value
	Stack []byte // the task's stack, from runtime/debug.Stack
}

// Error returns the value and the stack.
func (e *PanicError) Error() string {
	if e == nil {
		return "pool: no panic"
	}
	return fmt.Sprintf("pool: a task panicked: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	if e == nil {
		return nil
	}
	err, _ := e.Value.(error)
	return err
}

// CancelError is the value with which a fork or join panics if its tree is cancelled. It ends
// the tree, and [Run] returns its Cause. A task that recovers it should panic with it again.
type CancelError struct{ Cause error }

// Error names the cause of the cancellation.
func (e *CancelError) Error() string {
	if e == nil || e.Cause == nil {
		return "pool: cancelled"
	}
	return "pool: cancelled: " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *CancelError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Cause
}

// failure is how a task ended that panicked or was cancelled: a *PanicError or a *CancelError.
type failure struct{ err error }

// caught returns the failure of a task that panicked with v. A nil v stands for Goexit. The
// caller must not have unwound the task's stack yet.
func caught(v any) *failure {
	switch v := v.(type) {
	case nil:
		return &failure{&PanicError{ErrGoexit, debug.Stack()}}
	case *PanicError:
		if v != nil { // a nil one did not come from this package
			return &failure{v}
		}
	case *CancelError:
		if v != nil && v.Cause != nil { // nor did one without a cause
			return &failure{v}
		}
	}
	return &failure{&PanicError{v, debug.Stack()}}
}

// rethrow panics with the failure, if there is one.
func (f *failure) rethrow() {
	if f != nil {
		panic(f.err)
	}
}

// cause returns why the task must not start or go on, or nil. The reason is that the task
// itself or one of its ancestors is aborted.
func (t *Task) cause() *failure {
	for s := t; s != nil; s = s.scope {
		if f := s.abort.Load(); f != nil { //tla:Join.ReadCancel
			return f
		}
	}
	return nil
}
