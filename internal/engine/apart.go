package engine

import (
	"runtime/debug"
	"strings"
)

// Apart calls f on a goroutine of its own, in the place of the calling thread, and returns when it has
// ended. A Goexit ends f only. A panic of f goes on in the caller.
func Apart(f func()) {
	e := active
	done := make(chan any)
	go func() {
		defer func() {
			r := recover()
			if r != nil && e != nil && !Unwinds(r) {
				e.current().inner = userFrames(debug.Stack())
			}
			done <- r
		}()
		c := &Coroutine{}
		c.Begins()
		defer func() { coroutines.addresses.Delete(c.address) }()
		f()
	}()
	if r := <-done; r != nil {
		panic(r)
	}
}

// panicked returns the frames of a panic with this stack. If it comes from a function of [Apart], that
// function's frames come first.
func (t *thread) panicked(stack []byte) string {
	frames := userFrames(stack)
	if t.inner == "" {
		return frames
	}
	if _, after, found := strings.Cut(frames, "\n\t"); found { // the first is Apart
		_, frames, _ = strings.Cut(after, "\n")
	}
	return t.inner + "\n" + frames
}
