package channel

import "github.com/stealproof/stealproof/internal/engine"

// ForTimer returns a channel with room for one value, and what the scheduler knows of it. It may be
// called only under the scheduler.
func ForTimer[T any](served *engine.Served) (chan T, *engine.Channel) {
	site := engine.Announced()
	c := Made(site, make(chan T, 1))
	on := of(c, site)
	on.Served = served
	return c, on
}

// MadeFor is [Made] for a channel that the program does not serve by a send, a receive or a close.
func MadeFor[C any](id uint32, c C, served *engine.Served) C {
	Made(id, c)
	if engine.On() {
		engine.ServedBy(address(c), served)
	}
	return c
}
