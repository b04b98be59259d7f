package tests

import (
	stdcontext "context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/context"
)

// This file has the methods that change nothing but the test.

func (t *test) Name() string  { return t.name }
func (t *test) Failed() bool  { return t.failed }
func (t *test) Skipped() bool { return t.skipped }
func (t *test) Helper()       { engine.HelperAbove(1) }

func (t *test) Attr(string, string) {}

// Deadline implements [Control]: the search has its own limits.
func (t *test) Deadline() (deadline time.Time, ok bool) {
	t.notInBubble("Deadline")
	return
}

func (t *test) Fail() { t.fail("t.Fail was called") }

func (t *test) Error(args ...any)                 { t.fail(fmt.Sprintln(args...)) }
func (t *test) Errorf(format string, args ...any) { t.fail(fmt.Sprintf(format, args...)) }

func (t *test) Fatal(args ...any) {
	t.fail(fmt.Sprintln(args...))
	t.stop()
}

func (t *test) Fatalf(format string, args ...any) {
	t.fail(fmt.Sprintf(format, args...))
	t.stop()
}

func (t *test) FailNow() {
	if !t.failed {
		t.fail("t.FailNow was called")
	}
	t.stop()
}

// fail says that the test has failed.
func (t *test) fail(detail string) {
	if t.other() && t.done {
		panic("Fail in goroutine after " + t.name + " has completed")
	}
	for up := t; up != nil; up = up.parent {
		up.failed = true
	}
	if !t.mute() {
		engine.Assert(strings.TrimRight(detail, "\n"))
	}
}

// stop ends the calling goroutine, and so the test's function if it runs on it.
func (t *test) stop() {
	if engine.Self() != t.thread {
		runtime.Goexit() // a deferred recover sees nothing of it
	}
	if !t.mute() {
		engine.FailNow()
	}
	t.leave()
}

func (t *test) Log(...any)          { t.log() }
func (t *test) Logf(string, ...any) { t.log() }

// log checks that somebody can still read the message.
func (t *test) log() {
	if !t.other() {
		return
	}
	for up := t; up != nil; up = up.parent {
		if up != t {
			up.used()
		}
		if !up.done {
			return
		}
	}
	panic("Log in goroutine after " + t.name + " has completed")
}

func (t *test) Output() io.Writer { return output{t} }

type output struct{ t *test }

func (o output) Write(p []byte) (int, error) {
	o.t.log()
	return len(p), nil
}

func (t *test) Skip(args ...any)                 { t.skip(fmt.Sprintln(args...)) }
func (t *test) Skipf(format string, args ...any) { t.skip(fmt.Sprintf(format, args...)) }
func (t *test) SkipNow()                         { t.skip("t.SkipNow was called") }

func (t *test) skip(why string) {
	t.skipped, t.why = true, why
	if t.searched() {
		t.p.skipped = strings.TrimSpace(why)
	}
	if engine.Self() != t.thread {
		runtime.Goexit()
	}
	t.leave()
}

// Cleanup implements [Control].
func (t *test) Cleanup(f func()) { t.cleanups = append(t.cleanups, f) }

// Context implements [Control].
func (t *test) Context() stdcontext.Context {
	if t.ctx == nil {
		t.ctx, t.cancel = context.WithCancel(stdcontext.Background())
		if t.cleaning {
			t.cancel()
		}
	}
	return t.ctx
}

func (t *test) TempDir() string {
	dir, err := t.p.tempDir()
	if err != nil {
		t.Fatalf("TempDir: %v", err)
	}
	return dir
}

func (t *test) ArtifactDir() string { return t.TempDir() }

func (t *test) Setenv(key, value string) {
	undo, err := t.p.setenv(key, value)
	if err != nil {
		t.Fatalf("cannot set environment variable: %v", err)
	}
	t.Cleanup(undo)
}

func (t *test) Chdir(dir string) {
	undo, err := t.p.chdir(dir)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(undo)
}

// Lacks implements [Control].
func (t *test) Lacks(method string) {
	engine.Refuse(0, "t."+method+" is not known to the scheduler")
}
