package gobugs

import "sync"

// readers are programs that take a read lock while they, or what they wait for, have the lock.
var readers = []Program{
	{"prometheus-1432", "prometheus/prometheus/pull/1432",
		"a reader takes its read lock twice, and a writer comes in between", deadlock, []string{"wg.Wait()", "mu.Lock()", "mu.RLock()"}, readTwice, false},
	{"go-dockerclient-203", "fsouza/go-dockerclient/issues/203",
		"a goroutine that a reader waits for takes the read lock, and a writer waits", deadlock, []string{"<-events", "mu.Lock()", "mu.RLock()"}, isEnabled, false},
	{"etcd-6948", "etcd-io/etcd/pull/6948",
		"a method under the write lock asks another one, which takes the read lock", deadlock, []string{"wg.Wait()", "b.mu.RLock()", "b.mu.Lock()"}, watchBroadcast, false},
}

func readTwice(fixed bool) {
	var mu sync.RWMutex
	targets := []string{"a"}
	all := func() int {
		mu.RLock()
		defer mu.RUnlock()
		return len(targets)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		targets = nil
	})
	wg.Go(func() {
		if fixed {
			_ = all()
			return
		}
		mu.RLock()
		defer mu.RUnlock()
		_ = all()
	})
	wg.Wait()
}

func isEnabled(fixed bool) {
	var mu sync.RWMutex
	enabled := false
	events := make(chan int)
	receive := func() {
		mu.RLock()
		defer mu.RUnlock()
		if enabled {
			events <- 1
		} else {
			events <- 0
		}
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		mu.Lock()
		enabled = true
		mu.Unlock()
	}()
	mu.RLock()
	go receive()
	if fixed {
		mu.RUnlock()
	}
	<-events
	if !fixed {
		mu.RUnlock()
	}
	<-stopped
}

// broadcasts has watchers.
type broadcasts struct {
	mu       sync.RWMutex
	watchers map[int]chan int
}

func (b *broadcasts) empty() bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.watchers) == 0
}

func (b *broadcasts) remove(id int, fixed bool) bool {
	b.mu.Lock()
	delete(b.watchers, id)
	if fixed {
		b.mu.Unlock()
		return b.empty()
	}
	defer b.mu.Unlock()
	return b.empty()
}

func watchBroadcast(fixed bool) {
	b := &broadcasts{watchers: map[int]chan int{1: make(chan int, 1), 2: make(chan int, 1)}}
	inBoth(func() { b.remove(1, fixed) })
}
