// Package synctest is the shim for package testing/synctest. Under the scheduler time is virtual in
// any case, and a bubble is a part of the test.
//
// Only rewritten code imports it, in place of testing/synctest. It may change in any release.
package synctest

import (
	"testing"
	"testing/synctest"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/tests"
)

// Test is [synctest.Test].
func Test(t *testing.T, f func(*testing.T)) {
	if !engine.On() {
		synctest.Test(t, f)
		return
	}
	tests.Bubble(t, f)
}

// Wait is [synctest.Wait].
func Wait() {
	if !engine.On() {
		synctest.Wait()
		return
	}
	tests.WaitInBubble()
}
