package gobugs

import (
	"context"
	"sync"
)

// conditions are programs in which a wake-up is lost.
var conditions = []Program{
	{"erigon-21827", "erigontech/erigon/pull/21827",
		"a waiter is signalled without the lock, between its look and its wait", deadlock, []string{"<-waited", "e.cond.Wait()"}, waitForEvent, false},
	{"kmutex-5", "im7mortal/kmutex/pull/5",
		"all keys share a condition, and Signal wakes a waiter for another key", deadlock, []string{"a.Wait()", "k.cond.Wait()"}, keyMutex, false},
	{"charon-123", "ObolNetwork/charon/pull/123",
		"two goroutines wait for their own message, and Signal wakes the other one", deadlock, []string{"wg.Wait()", "cond.Wait()"}, leadercast, false},
	{"supervisord-223", "ochinchina/supervisord/issues/223",
		"a callback signals before its caller waits", deadlock, []string{"cond.Wait()"}, callback, false},
	{"fscache-4", "djherbis/fscache/issues/4",
		"a condition has a lock that does nothing, so a broadcast comes between look and wait", deadlock, []string{"cond.Wait()"}, unlockedCondition, false},
	{"yubikey-agent-1", "FiloSottile/yubikey-agent/issues/1",
		"a notification is dropped, since its channel has no buffer and nobody waits yet", deadlock, []string{"<-closed", "<-hups"}, hangup, false},
}

// events is a queue with a condition.
type events struct {
	mu    sync.Mutex
	cond  *sync.Cond
	queue []int
}

func (e *events) wait(ctx context.Context, fixed bool) {
	waited := make(chan struct{})
	go func() {
		defer close(waited)
		e.mu.Lock()
		defer e.mu.Unlock()
		for len(e.queue) == 0 && ctx.Err() == nil {
			e.cond.Wait()
		}
	}()
	select {
	case <-waited:
		return
	case <-ctx.Done():
	}
	if fixed {
		e.mu.Lock()
		defer e.mu.Unlock()
	}
	e.cond.Signal()
	if fixed {
		return
	}
	<-waited
}

func waitForEvent(fixed bool) {
	e := &events{}
	e.cond = sync.NewCond(&e.mu)
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	e.wait(ctx, fixed)
}

// keys has a lock for each key.
type keys struct {
	cond *sync.Cond
	held map[string]bool
}

func (k *keys) lock(key string) {
	k.cond.L.Lock()
	defer k.cond.L.Unlock()
	for k.held[key] {
		k.cond.Wait()
	}
	k.held[key] = true
}

func (k *keys) unlock(key string, fixed bool) {
	k.cond.L.Lock()
	defer k.cond.L.Unlock()
	delete(k.held, key)
	if fixed {
		k.cond.Broadcast()
	} else {
		k.cond.Signal()
	}
}

func keyMutex(fixed bool) {
	k := &keys{sync.NewCond(&sync.Mutex{}), map[string]bool{}}
	k.lock("a")
	k.lock("b")
	var a, b sync.WaitGroup
	a.Go(func() { k.lock("a") })
	b.Go(func() { k.lock("b") })
	k.unlock("a", fixed)
	a.Wait()
	k.unlock("b", fixed)
	b.Wait()
}

func leadercast(fixed bool) {
	cond := sync.NewCond(&sync.Mutex{})
	messages := map[int]bool{}
	var wg sync.WaitGroup
	for id := range 2 {
		wg.Go(func() {
			cond.L.Lock()
			defer cond.L.Unlock()
			for !messages[id] {
				cond.Wait()
			}
		})
	}
	for id := range 2 {
		cond.L.Lock()
		messages[id] = true
		if fixed {
			cond.Broadcast()
		} else {
			cond.Signal()
		}
		cond.L.Unlock()
	}
	wg.Wait()
}

func callback(fixed bool) {
	cond := sync.NewCond(&sync.Mutex{})
	call := func(then func()) { go then() }
	cond.L.Lock()
	call(func() {
		if fixed {
			cond.L.Lock()
			defer cond.L.Unlock()
		}
		cond.Signal()
	})
	cond.Wait()
	cond.L.Unlock()
}

// noLock is a lock that does nothing.
type noLock struct{}

func (noLock) Lock()   {}
func (noLock) Unlock() {}

func unlockedCondition(fixed bool) {
	var mu sync.Mutex
	size := 0
	cond := sync.NewCond(noLock{})
	if fixed {
		cond.L = &mu
	}
	go func() {
		mu.Lock()
		size = 1
		mu.Unlock()
		cond.Broadcast()
	}()
	if fixed {
		mu.Lock()
		defer mu.Unlock()
		for size == 0 {
			cond.Wait()
		}
		return
	}
	empty := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return size == 0
	}
	for empty() {
		cond.Wait()
	}
}

func hangup(fixed bool) {
	hups := make(chan struct{}, room(fixed, 1))
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		<-hups
	}()
	notify := func() {
		select {
		case hups <- struct{}{}:
		default:
		}
	}
	notify()
	<-closed
}
