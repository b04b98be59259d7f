package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

// A test that starts no goroutine has one schedule. If it fails only under the scheduler, it looks at
// something else that differs there, and is not accused. One that fails in go test too is.
func TestCheck_TestsThatFailOnlyHere(t *testing.T) {
	takesLong(t)
	somebodysWith(t, map[string]string{
		"a/a_test.go": `package a

import (
	"runtime"
	"sync"
	"testing"
)

// caller returns the last function on the stack.
func caller() string {
	var at [50]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(0, at[:])])
	last := ""
	for {
		f, more := frames.Next()
		if f.Function != "runtime.goexit" {
			last = f.Function
		}
		if !more {
			return last
		}
	}
}

func TestStack(t *testing.T) {
	if f := caller(); f != "testing.tRunner" {
		t.Errorf("%s called the test", f)
	}
}

func TestWrong(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	t.Errorf("wrong")
}

func TestTogether(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { n++ })
	n++
	wg.Wait()
}

var ready bool

func TestFirst(t *testing.T) { ready = true }

func TestNeedsFirst(t *testing.T) {
	if !ready {
		t.Errorf("it is not ready")
	}
}

// Its goroutine does not matter.
func TestNeedsFirst_Too(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	if !ready {
		t.Errorf("it is not ready")
	}
}

// It fails in go test too, after the others as well.
func TestWrong_WithGoroutine(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	if ready || !ready {
		t.Errorf("wrong")
	}
}

func TestOf(t *testing.T) {
	t.Run("stack", TestStack)
	t.Run("wrong", TestWrong)
}
`}, nil...)
	_, stdout, stderr := call(t, t.Context(), "", "check", "-tests", ".", "-json", "./a")
	found := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(stdout)); d.More(); {
		var r report.Report
		require.NoError(t, d.Decode(&r), "%s%s", stdout, stderr)
		found[r.Test] = string(r.Ending) + ": " + r.Rule
	}
	for test, want := range map[string]string{
		"TestStack":               "not checked: " + report.RuleOnlyHere,
		"TestWrong":               "failed: " + report.RuleAssertion,
		"TestTogether":            "failed: " + report.RuleRace,
		"TestNeedsFirst":          "not checked: " + report.RuleOnlyHere,
		"TestFirst":               "exhausted: ",
		"TestNeedsFirst_Too":      "not checked: " + report.RuleAfter,
		"TestWrong_WithGoroutine": "failed: " + report.RuleAssertion,
		"TestOf/stack":            "not checked: " + report.RuleOnlyHere,
		"TestOf/wrong":            "failed: " + report.RuleAssertion,
	} {
		require.Equal(t, want, found[test], "%s\n%s%s", test, stdout, stderr)
	}
}
