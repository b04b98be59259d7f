package engine_test

import (
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// BenchmarkLock compares a buffered channel as a lock with a Mutex, in executions.
func BenchmarkLock(b *testing.B) {
	locks := map[string]func() (lock, unlock func()){
		"channel": func() (lock, unlock func()) {
			c := channel.Made(0, make(chan int, 1))
			return func() { channel.To(0, c).Send(1) }, func() { channel.Receive(0, c) }
		},
		"mutex": func() (lock, unlock func()) {
			var mu sync.Mutex
			return mu.Lock, mu.Unlock
		},
	}
	for name, makeLock := range locks {
		b.Run(name, func(b *testing.B) {
			search(func(s *sched.S) {
				lock, unlock := makeLock()
				for range 4 {
					s.Go(func() {
						for range 3 {
							lock()
							unlock()
						}
					})
				}
			}, engine.Options{Executions: max(b.N, 2)})
		})
	}
}
