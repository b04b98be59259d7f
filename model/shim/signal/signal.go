// Package signal is the shim for package os/signal. Under the scheduler no signal ever comes.
//
// Only rewritten code imports it, in place of os/signal. It may change in any release.
package signal

import (
	stdcontext "context"
	"os"
	"os/signal"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/context"
)

const never = "signals, which never come"

// Notify is [signal.Notify].
func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if !engine.On() {
		signal.Notify(c, sig...)
		return
	}
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	engine.Outside(engine.Announced(), never)
}

// Stop is [signal.Stop].
func Stop(c chan<- os.Signal) {
	if !engine.On() {
		signal.Stop(c)
	}
}

// NotifyContext is [signal.NotifyContext].
func NotifyContext(parent stdcontext.Context, signals ...os.Signal) (stdcontext.Context, stdcontext.CancelFunc) {
	if !engine.On() {
		return signal.NotifyContext(parent, signals...)
	}
	engine.Outside(engine.Announced(), never)
	return context.WithCancel(parent)
}
