package pool

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Errors of the pool. They are returned as they are.
var (
	// ErrClosed: the pool is closed.
	ErrClosed = errors.New("pool: closed")
	// ErrFull: the queue of submissions is full, and the call does not wait.
	ErrFull = errors.New("pool: the queue of submissions is full")
	// ErrGoexit is the Value of the [PanicError] of a task that called
	// runtime.Goexit, as t.FailNow of package testing does.
	ErrGoexit = errors.New("pool: a task called runtime.Goexit")
)

// errWithdrawn cancels tasks that nobody waits for any more. It is seen by none but
// them.
var errWithdrawn = errors.New("pool: the task that forked this one has panicked")

// PanicError is what a call panics with that waits for a task that has panicked.
// It is passed on unchanged from task to task up to who waits outside.
type PanicError struct {
	Value any    // that the task panicked with
	Stack []byte // of the task, as of runtime/debug.Stack
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

// CancelError is what a call inside a task panics with if it forks or joins, and its
// tree is cancelled. It ends the
// tree; [Run] returns its Cause. A task that recovers should panic with it again.
type CancelError struct{ Cause error }

// Error says what has cancelled the tree.
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

// failure is how a task has ended that did not end well: a *PanicError or a
// *CancelError.
type failure struct{ err error }

// caught is the failure of a task whose body panicked with v, or called Goexit if v
// is nil. It is called while the stack of the task is still there.
func caught(v any) *failure {
	switch v := v.(type) {
	case nil:
		return &failure{&PanicError{ErrGoexit, debug.Stack()}}
	case *PanicError:
		if v != nil { // else it is nothing of ours
			return &failure{v}
		}
	case *CancelError:
		if v != nil && v.Cause != nil { // else nor is this
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

// cause returns why the task is not to begin, or to go on, or nil: it, or one of
// the tasks whose child it is, is aborted.
func (t *Task) cause() *failure {
	for s := t; s != nil; s = s.scope {
		if f := s.abort.Load(); f != nil { //tla:Join.ReadCancel
			return f
		}
	}
	return nil
}
