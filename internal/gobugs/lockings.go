package gobugs

//lint:file-ignore SA2001 the threads only wait for the lock, as in the reports

import (
	"sync"
	"time"
)

// lockings are programs that take locks in the wrong order, take one twice, or keep one.
var lockings = []Program{
	{"cockroach-63761", "cockroachdb/cockroach/issues/63761",
		"a stopper and a replica take their two locks in different orders", deadlock, []string{"stopper.Lock()", "replica.Lock()"}, stopReplica, false},
	{"moby-22732", "moby/moby/issues/22732",
		"a list of containers locks each, and a container that is locked asks the list", deadlock, []string{"wg.Wait()", "s.RLock()", "c.Lock()"}, deleteImage, false},
	{"grpc-go-5644", "grpc/grpc-go/issues/5644",
		"a stream is closed under the lock of its transport, whose queue calls back under its own", deadlock, []string{"t.queueMu.Lock()", "t.mu.Lock()"}, closeStream, false},
	{"syncthing-3596", "syncthing/syncthing/pull/3597",
		"statistics take the locks of folders and of connections in the wrong order", deadlock, []string{"connections#2.Lock()", "second#1.RLock()"}, connectionStats, false},
	{"flynn-2591", "flynn/flynn/pull/2591",
		"an error returns without the unlock", deadlock, []string{"<-done", "mu.Lock()"}, unlockOnError, false},
	{"grpc-go-8451", "grpc/grpc-go/pull/8451",
		"a stream whose deadline has passed returns early and keeps the lock", deadlock, []string{"wg.Wait()", "mu.Lock()"}, expired, false},
	{"argo-cd-11458", "argoproj/argo-cd/pull/13636",
		"a cache locks its clusters, and a cluster tells the cache under its own lock", deadlock, []string{"wg.Wait()", "c.mu.Lock()", "w.mu.Lock()"}, invalidate, false},
}

func stopReplica(fixed bool) {
	var stopper, replica sync.Mutex
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		stopper.Lock()
		defer stopper.Unlock()
		replica.Lock()
		defer replica.Unlock()
	}()
	replica.Lock()
	if fixed {
		replica.Unlock()
	}
	stopper.Lock()
	stopper.Unlock()
	if !fixed {
		replica.Unlock()
	}
	<-ended
}

// store has containers, and a lock for the map of them.
type store struct {
	sync.RWMutex
	containers map[string]*locked
}

// locked is a container with its lock.
type locked struct {
	sync.Mutex
	running bool
}

func deleteImage(fixed bool) {
	s := &store{containers: map[string]*locked{"a": {}}}
	var wg sync.WaitGroup
	wg.Go(func() { // a container is attached
		s.RLock()
		c := s.containers["a"]
		s.RUnlock()
		c.Lock()
		defer c.Unlock()
		s.RLock()
		c.running = len(s.containers) == 1
		s.RUnlock()
	})
	wg.Go(func() { // an image is removed: no container may use it
		s.Lock()
		var all []*locked
		for _, c := range s.containers {
			all = append(all, c)
		}
		if fixed {
			s.Unlock()
		} else {
			defer s.Unlock()
		}
		for _, c := range all {
			c.Lock()
			_ = c.running
			c.Unlock()
		}
	})
	wg.Wait()
}

// transport has streams, and a queue of control frames with a lock of its own.
type transport struct {
	mu      sync.Mutex
	queueMu sync.Mutex
	streams int
}

// put runs a callback in the queue.
func (t *transport) put(f func()) {
	t.queueMu.Lock()
	defer t.queueMu.Unlock()
	f()
}

func closeStream(fixed bool) {
	t := &transport{streams: 1}
	var wg sync.WaitGroup
	wg.Go(func() {
		t.put(func() {
			t.mu.Lock()
			t.streams++
			t.mu.Unlock()
		})
	})
	t.mu.Lock()
	t.streams--
	if fixed {
		t.mu.Unlock()
	}
	t.put(func() {})
	if !fixed {
		t.mu.Unlock()
	}
	wg.Wait()
}

func connectionStats(fixed bool) {
	var folders, connections sync.RWMutex
	first, second := &connections, &folders
	if fixed {
		first, second = &folders, &connections
	}
	done := make(chan int)
	go func() {
		first.RLock()
		second.RLock()
		second.RUnlock()
		first.RUnlock()
		done <- 1
	}()
	folders.Lock()
	connections.Lock()
	connections.Unlock()
	folders.Unlock()
	<-done
}

func unlockOnError(fixed bool) {
	var mu sync.Mutex
	started := false
	start := func(err error) error {
		mu.Lock()
		if err != nil {
			if fixed {
				mu.Unlock()
			}
			return err
		}
		started = true
		mu.Unlock()
		return nil
	}
	done := make(chan error, 2)
	go func() { done <- start(errFailed) }()
	go func() { done <- start(nil) }()
	<-done
	<-done
	_ = started
}

func expired(fixed bool) {
	var mu sync.Mutex
	streams := 0
	open := func(deadline time.Time) {
		mu.Lock()
		if !time.Now().Before(deadline) {
			if fixed {
				mu.Unlock()
			}
			return
		}
		streams++
		mu.Unlock()
	}
	now := time.Now()
	inBoth(func() { open(now) })
}

// clusters is a cache, and watched is one of its clusters, which tells it of changes.
type (
	clusters struct {
		mu  sync.Mutex
		all []*watched
	}
	watched struct {
		mu      sync.Mutex
		changed func()
	}
)

func (w *watched) event(fixed bool) {
	w.mu.Lock()
	f := w.changed
	if fixed {
		w.mu.Unlock()
		f()
		return
	}
	defer w.mu.Unlock()
	f()
}

func invalidate(fixed bool) {
	c, w := &clusters{}, &watched{}
	c.all = []*watched{w}
	w.changed = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(func() { w.event(fixed) })
	wg.Go(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, w := range c.all {
			w.mu.Lock()
			w.mu.Unlock()
		}
	})
	wg.Wait()
}
