package require

import (
	"time"

	"github.com/stealproof/stealproof/model/shim/testify/assert"
)

// The methods of an Assertions are rewritten to calls of these functions. The first argument is the
// receiver.

// OfEventually is the method Eventually.
func OfEventually(a any, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) {
	Eventually(assert.Of[TestingT](a), condition, waitFor, tick, msgAndArgs...)
}

// OfEventuallyf is the method Eventuallyf.
func OfEventuallyf(a any, condition func() bool, waitFor, tick time.Duration, msg string, args ...any) {
	Eventuallyf(assert.Of[TestingT](a), condition, waitFor, tick, msg, args...)
}

// OfEventuallyWithT is the method EventuallyWithT.
func OfEventuallyWithT[C any](a any, condition func(*C), waitFor, tick time.Duration, msgAndArgs ...any) {
	EventuallyWithT(assert.Of[TestingT](a), condition, waitFor, tick, msgAndArgs...)
}

// OfEventuallyWithTf is the method EventuallyWithTf.
func OfEventuallyWithTf[C any](a any, condition func(*C), waitFor, tick time.Duration, msg string, args ...any) {
	EventuallyWithTf(assert.Of[TestingT](a), condition, waitFor, tick, msg, args...)
}

// OfNever is the method Never.
func OfNever(a any, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) {
	Never(assert.Of[TestingT](a), condition, waitFor, tick, msgAndArgs...)
}

// OfNeverf is the method Neverf.
func OfNeverf(a any, condition func() bool, waitFor, tick time.Duration, msg string, args ...any) {
	Neverf(assert.Of[TestingT](a), condition, waitFor, tick, msg, args...)
}
