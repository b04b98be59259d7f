// Package require is the shim for github.com/stretchr/testify/require. See package assert beside it.
//
// Only rewritten code imports it. It may change in any release.
package require

import (
	"time"

	"github.com/stealproof/stealproof/model/shim/testify/assert"
)

// TestingT is the interface of testify.
type TestingT interface {
	assert.TestingT
	FailNow()
}

// Eventually is [assert.Eventually], and ends the test if it fails.
func Eventually(t TestingT, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) {
	end(t, assert.Eventually(t, condition, waitFor, tick, msgAndArgs...))
}

// Eventuallyf is [assert.Eventuallyf], and ends the test if it fails.
func Eventuallyf(t TestingT, condition func() bool, waitFor, tick time.Duration, msg string, args ...any) {
	end(t, assert.Eventuallyf(t, condition, waitFor, tick, msg, args...))
}

// EventuallyWithT is [assert.EventuallyWithT], and ends the test if it fails.
func EventuallyWithT[C any](t TestingT, condition func(*C), waitFor, tick time.Duration, msgAndArgs ...any) {
	end(t, assert.EventuallyWithT(t, condition, waitFor, tick, msgAndArgs...))
}

// EventuallyWithTf is [assert.EventuallyWithTf], and ends the test if it fails.
func EventuallyWithTf[C any](t TestingT, condition func(*C), waitFor, tick time.Duration, msg string, args ...any) {
	end(t, assert.EventuallyWithTf(t, condition, waitFor, tick, msg, args...))
}

// Never is [assert.Never], and ends the test if it fails.
func Never(t TestingT, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) {
	end(t, assert.Never(t, condition, waitFor, tick, msgAndArgs...))
}

// Neverf is [assert.Neverf], and ends the test if it fails.
func Neverf(t TestingT, condition func() bool, waitFor, tick time.Duration, msg string, args ...any) {
	end(t, assert.Neverf(t, condition, waitFor, tick, msg, args...))
}

func end(t TestingT, good bool) {
	if !good {
		t.FailNow()
	}
}
