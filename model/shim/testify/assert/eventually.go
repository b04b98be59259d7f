// Package assert is the shim for the functions of github.com/stretchr/testify/assert that start
// goroutines and tickers. It polls the condition on the calling goroutine. That orders the same as
// the original, which waits for each call of the condition.
//
// Only rewritten code imports it. It may change in any release.
package assert

import (
	"fmt"
	std "time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/time"
)

// TestingT is the interface of testify.
type TestingT interface {
	Errorf(format string, args ...any)
}

// Eventually fails the test if the condition does not become true in time.
func Eventually(t TestingT, condition func() bool, waitFor, tick std.Duration, msgAndArgs ...any) bool {
	return polls(condition, true, waitFor, tick) || fails(t, "Condition never satisfied", msgAndArgs)
}

// Eventuallyf is [Eventually] with a message.
func Eventuallyf(t TestingT, condition func() bool, waitFor, tick std.Duration, msg string, args ...any) bool {
	return Eventually(t, condition, waitFor, tick, append([]any{msg}, args...)...)
}

// Never fails the test if the condition becomes true in that time.
func Never(t TestingT, condition func() bool, waitFor, tick std.Duration, msgAndArgs ...any) bool {
	return !polls(condition, true, waitFor, tick) || fails(t, "Condition satisfied", msgAndArgs)
}

// Neverf is [Never] with a message.
func Neverf(t TestingT, condition func() bool, waitFor, tick std.Duration, msg string, args ...any) bool {
	return Never(t, condition, waitFor, tick, append([]any{msg}, args...)...)
}

// AtOnce says that this version of testify calls a condition before the first tick, too.
func AtOnce() { atOnce = true }

var atOnce bool

// polls reports whether the condition becomes so in time.
func polls(condition func() bool, so bool, waitFor, tick std.Duration) bool {
	if atOnce && condition() == so {
		return true
	}
	rounds := 0
	for waited := std.Duration(0); waited < waitFor; rounds++ {
		next := tick
		if rounds >= fewRounds && engine.On() && engine.Idle() {
			until, is := time.UntilNext()
			if !is {
				return false // nothing will change any more
			}
			next = max(tick, until)
		}
		next = min(next, waitFor-waited)
		time.Sleep(next)
		waited += next
		if condition() == so {
			return true
		}
	}
	return false
}

// fewRounds is how often the condition is called in any case. It may change something itself.
const fewRounds = 20

func fails(t TestingT, what string, msgAndArgs []any) bool {
	switch {
	case len(msgAndArgs) == 0:
	case len(msgAndArgs) == 1:
		what += ": " + fmt.Sprint(msgAndArgs[0])
	default:
		if format, is := msgAndArgs[0].(string); is {
			what += ": " + fmt.Sprintf(format, msgAndArgs[1:]...)
		}
	}
	t.Errorf("%s", what)
	return false
}
