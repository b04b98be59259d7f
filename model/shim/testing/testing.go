// Package testing is the shim for the methods of a testing.T.
//
// A program under the scheduler is run many times, and a testing.T belongs to only one test. So
// under the scheduler t.Errorf fails the execution, as the Errorf of package sched does. The search
// then shows the schedule, and looks for a smaller one.
//
// Only rewritten code imports it. It may change in any release.
package testing

import (
	"fmt"
	"os"
	std "testing"

	"github.com/stealproof/stealproof/internal/engine"
)

// T is a testing.T. Under the scheduler its methods concern the execution, not the test.
type T struct{ *std.T }

// Of returns the T of a *testing.T.
func Of(t *std.T) T { return T{t} }

// OfTB is Of for an interface. It returns other implementations as they are.
func OfTB(tb std.TB) std.TB {
	if t, is := tb.(*std.T); is {
		return T{t}
	}
	return tb
}

// Error is [std.T.Error].
func (t T) Error(args ...any) {
	t.T.Helper()
	if !engine.On() {
		t.T.Error(args...)
		return
	}
	engine.Assert(line(args))
}

// Errorf is [std.T.Errorf].
func (t T) Errorf(format string, args ...any) {
	t.T.Helper()
	if !engine.On() {
		t.T.Errorf(format, args...)
		return
	}
	engine.Assert(fmt.Sprintf(format, args...))
}

// Fail is [std.T.Fail].
func (t T) Fail() {
	if !engine.On() {
		t.T.Fail()
		return
	}
	engine.Assert("t.Fail was called")
}

// FailNow is [std.T.FailNow]. Under the scheduler it ends the thread.
func (t T) FailNow() {
	if !engine.On() {
		t.T.FailNow()
		return
	}
	if !engine.Failing() {
		engine.Assert("t.FailNow was called")
	}
	engine.FailNow()
}

// Fatal is [std.T.Fatal].
func (t T) Fatal(args ...any) {
	t.T.Helper()
	if !engine.On() {
		t.T.Fatal(args...)
		return
	}
	engine.Assert(line(args))
	engine.FailNow()
}

// Fatalf is [std.T.Fatalf].
func (t T) Fatalf(format string, args ...any) {
	t.T.Helper()
	if !engine.On() {
		t.T.Fatalf(format, args...)
		return
	}
	engine.Assert(fmt.Sprintf(format, args...))
	engine.FailNow()
}

// Failed is [std.T.Failed]. Under the scheduler it reports whether the execution has failed.
func (t T) Failed() bool { return engine.On() && engine.Failing() || t.T.Failed() }

// Log is [std.T.Log]. Under the scheduler it prints only in the execution that is shown.
func (t T) Log(args ...any) {
	t.T.Helper()
	if !engine.On() || engine.Tracing() {
		t.T.Log(args...)
	}
}

// Logf is [std.T.Logf]. See Log.
func (t T) Logf(format string, args ...any) {
	t.T.Helper()
	if !engine.On() || engine.Tracing() {
		t.T.Logf(format, args...)
	}
}

// Helper is [std.T.Helper].
func (t T) Helper() {
	if engine.On() {
		engine.Helper()
	}
}

// Skip is [std.T.Skip]. Under the scheduler it ends the thread, and the search hits a bound.
func (t T) Skip(args ...any) {
	t.T.Helper()
	if !engine.On() {
		t.T.Skip(args...)
		return
	}
	engine.Skip(line(args))
}

// Skipf is [std.T.Skipf]. See Skip.
func (t T) Skipf(format string, args ...any) {
	t.T.Helper()
	if !engine.On() {
		t.T.Skipf(format, args...)
		return
	}
	engine.Skip(fmt.Sprintf(format, args...))
}

// SkipNow is [std.T.SkipNow]. See Skip.
func (t T) SkipNow() {
	if !engine.On() {
		t.T.SkipNow()
		return
	}
	engine.Skip("without a reason")
}

// Cleanup is [std.T.Cleanup]. Under the scheduler it calls f at the end of the execution.
func (t T) Cleanup(f func()) {
	if !engine.On() {
		t.T.Helper()
		t.T.Cleanup(f)
		return
	}
	engine.Cleanup(f)
}

// Setenv is [std.T.Setenv]. Under the scheduler the variable is set back at the end of the execution.
func (t T) Setenv(key, value string) {
	t.T.Helper()
	if !engine.On() {
		t.T.Setenv(key, value)
		return
	}
	before, had := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		t.Fatalf("cannot set environment variable: %v", err)
	}
	engine.Cleanup(func() {
		if had {
			os.Setenv(key, before)
		} else {
			os.Unsetenv(key)
		}
	})
}

// Parallel is [std.T.Parallel]. Under the scheduler it does nothing.
func (t T) Parallel() {
	if !engine.On() {
		t.T.Parallel()
	}
}

// Run is [std.T.Run]. Under the scheduler it ends the search as not checked.
func (t T) Run(name string, f func(*std.T)) bool {
	t.T.Helper()
	if !engine.On() {
		return t.T.Run(name, f)
	}
	engine.RefuseSubtest(name)
	return false
}

// line returns what Error logs.
func line(args []any) string {
	text := fmt.Sprintln(args...)
	return text[:len(text)-1]
}
