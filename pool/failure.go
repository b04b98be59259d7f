package pool

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
)

// Errors of the pool. They are returned as they are, not wrapped.
var (
	// ErrClosed means that the pool is closed.
	ErrClosed = errors.New("pool: closed")
	// ErrFull means that the queue of submissions is full and the call does not wait.
	ErrFull = errors.New("pool: the queue of submissions is full")
	// ErrGoexit is the Value of the [PanicError] that Options.Panicked gets if a function of
	// [Pool.Go] called runtime.Goexit. In tests, t.FailNow does.
	ErrGoexit = errors.New("pool: a task called runtime.Goexit")
)

// errWithdrawn cancels tasks whose result is no longer needed. Only those tasks see it.
var errWithdrawn = errors.New("pool: the task that forked this one has panicked")

// PanicError is the value with which [Run] panics when the task has panicked. So do Get, loops
// and [Worker.Scope]. It passes unchanged through further such calls. Joins panic with the value
// itself. http.ErrAbortHandler is never wrapped. If the task calls runtime.Goexit, all these
// calls do.
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
type failure struct {
	err error
	how manner
}

// manner says with what a task has ended that has failed. See docs/adr/0010-panics.md.
type manner uint8

const (
	ofPool manner = iota // with the error itself
	raised               // with the Value of the error, a *PanicError
	exited               // with runtime.Goexit
)

// caught returns the failure of a task that panicked with v. A nil v stands for Goexit. The
// caller must not have unwound the task's stack yet.
func caught(v any) *failure {
	switch v := v.(type) {
	case nil:
		return &failure{&PanicError{ErrGoexit, debug.Stack()}, exited}
	case *PanicError:
		if v != nil { // a nil one did not come from this package
			return &failure{v, ofPool}
		}
	case *CancelError:
		if v != nil && v.Cause != nil { // nor did one without a cause
			return &failure{v, ofPool}
		}
	}
	return &failure{&PanicError{v, debug.Stack()}, raised}
}

// caught is the function caught for a task of the worker. If the task was passed the failure of
// another one, that failure is returned, with the stack of the task that panicked.
func (r *running) caught(v any) *failure {
	f := r.passed
	r.passed = nil
	if f != nil && f.how == raised && same(v, f.err.(*PanicError).Value) {
		return f
	}
	return caught(v)
}

// same reports whether two values are equal. Values that cannot be compared are not.
func same(v, u any) (is bool) {
	defer func() { _ = recover() }()
	return v == u
}

// passOn ends the running task because of a failure of its child, or of a task by which it is
// cancelled. It panics with the value of that task. A nil f does nothing.
func (r *running) passOn(f *failure) {
	if f != nil && f.how == raised {
		r.passed = f
		panic(f.err.(*PanicError).Value)
	}
	f.rethrow()
}

// rethrow panics with the error of the failure, if there is one, or calls Goexit.
func (f *failure) rethrow() {
	switch {
	case f == nil:
	case f.how == exited:
		runtime.Goexit()
	case isAbort(f.err):
		panic(f.err.(*PanicError).Value)
	default:
		panic(f.err)
	}
}

// isAbort reports whether the error wraps http.ErrAbortHandler. Package net/http, which the pool
// does not import, recognizes the value of a panic, and logs all others.
func isAbort(err error) bool {
	e, is := err.(*PanicError)
	if !is || reflect.TypeOf(e.Value) != reflect.TypeOf(ErrClosed) {
		return false
	}
	return e.Value.(error).Error() == "net/http: abort Handler"
}

// reason returns the cause of a cancellation of t by f, or the error of a panic. If t was
// withdrawn because an ancestor was cancelled, it returns the cause of that.
func (f *failure) reason(t *Task) error {
	for s := t; s != nil && isWithdrawal(f); s = s.scope {
		if g := s.abort.Load(); g != nil && !isWithdrawal(g) { //tla:- Join.ReadCancel, for the reason only
			f = g
		}
	}
	if c, is := f.err.(*CancelError); is {
		return c.Cause
	}
	return f.err
}

func isWithdrawal(f *failure) bool {
	c, is := f.err.(*CancelError)
	return is && c.Cause == errWithdrawn
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
