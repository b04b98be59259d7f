package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// onDefault is a test of a program with a lock that outlives its executions. VARS are package
// variables of the test file, and LOCK and UNLOCK are of the lock.
func onDefault(pkg, vars, lock, unlock, other string) string {
	const text = `package PKG

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

var _ sync.Mutex

VARS

func TestIt(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		var flag atomic.Int32
		s.Go(func() {
			LOCK
			for flag.Load() == 0 {
				runtime.Gosched()
			}
			UNLOCK
		})
		s.Go(func() {
			flag.Store(1)
			OTHER
		})
		s.Wait()
	})
}
`
	return strings.NewReplacer("PKG", pkg, "VARS", vars, "LOCK", lock, "UNLOCK", unlock, "OTHER", other).Replace(text)
}

// A lock of a library or of a test outlives the executions that are cut off while it is held. That
// is no fault of the program. Nor does it hide a fault.
func TestCheck_LocksThatOutliveExecutions(t *testing.T) {
	takesLong(t)
	const library = "\n\nimport \"sync\"\n\ntype Registry struct {\n\tMu sync.Mutex\n\tN  int\n}\n\nvar Default = &Registry{}\n"
	const ofTest = "var Kept = struct{ r *Registry }{&Registry{}}"
	const once = "var get = sync.OnceValue(func() *Registry { return &Registry{} })"
	somebodysWith(t, map[string]string{
		"library/a.go":         "package library" + library,
		"library/a_test.go":    onDefault("library", "", "Default.Mu.Lock()", "Default.Mu.Unlock()", ""),
		"tests/a.go":           "package tests" + library,
		"tests/a_test.go":      onDefault("tests", ofTest, "Kept.r.Mu.Lock()", "Kept.r.Mu.Unlock()", ""),
		"outside/a.go":         "package outside" + library,
		"outside/a_test.go":    onDefault("outside_test", "var kept = &struct { mu sync.Mutex }{}", "kept.mu.Lock()", "kept.mu.Unlock()", ""),
		"once/a.go":            "package once" + library,
		"once/a_test.go":       onDefault("once", once, "get().Mu.Lock(); if get().N++; get().N != 1 { s.Errorf(\"N is %d\", get().N) }", "get().Mu.Unlock()", ""),
		"racy/a.go":            "package racy" + library,
		"racy/a_test.go":       onDefault("racy", "", "Default.Mu.Lock(); Default.N++", "Default.Mu.Unlock()", "Default.N++"),
		"deadlocked/a.go":      "package deadlocked" + library,
		"deadlocked/a_test.go": onDefault("deadlocked", ofTest, "Kept.r.Mu.Lock(); Kept.r.Mu.Lock()", "Kept.r.Mu.Unlock()", ""),
		"remembered/a.go":      "package remembered" + library,
		"remembered/a_test.go": onDefault("remembered", ofTest, "if Kept.r.N++; Kept.r.N > 1 { s.Errorf(\"N is %d\", Kept.r.N) }", "", ""),
	})
	for _, pkg := range []string{"library", "tests", "outside", "once", "remembered"} {
		t.Run(pkg, func(t *testing.T) {
			code, r, stderr := checked(t, "./"+pkg)
			require.Equal(t, console.ExitHeld, code, "%s%s", stderr, r.Text)
			require.Equal(t, report.Exhausted, r.Ending)
			require.Greater(t, r.Executions, 1)
		})
	}
	for pkg, rule := range map[string]string{"racy": report.RuleRace, "deadlocked": report.RuleDeadlock} {
		t.Run(pkg, func(t *testing.T) {
			code, r, stderr := checked(t, "./"+pkg)
			require.Equal(t, console.ExitBroken, code, stderr)
			require.Equal(t, rule, r.Rule, r.Text)
			require.NotContains(t, r.Text, "before the first step")
		})
	}
}
