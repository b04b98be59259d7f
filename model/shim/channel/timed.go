package channel

import "github.com/stealproof/stealproof/internal/engine"

// ForTimer returns a channel with room for one value, and what the scheduler knows of it. It may be
// called only under the scheduler.
func ForTimer[T any]() (chan T, *engine.Channel) {
	site := engine.Announced()
	c := Made(site, make(chan T, 1))
	return c, of(c, site)
}
