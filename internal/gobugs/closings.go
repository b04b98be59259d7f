package gobugs

import (
	"sync"
	"sync/atomic"
)

// closings are programs that close a channel twice, close one that does not exist, or send on a closed one.
var closings = []Program{
	{"prometheus-8144", "prometheus/prometheus/issues/8144",
		"two requests to quit close the same channel", panics, []string{"panic: close of closed channel"}, quitTwice, false},
	{"knative-pkg-697", "knative/pkg/pull/697",
		"a shutdown that was asked for twice closes the stop channel twice", panics, []string{"panic: close of closed channel"}, shutdownTwice, false},
	{"oryx-101", "RoseWrightdev/oryx/issues/101",
		"Stop looks in a select whether the channel is closed, and then closes it", panics, []string{"panic: close of closed channel"}, stopAfterALook, false},
	{"prometheus-2200", "prometheus/prometheus/issues/2200",
		"a watch sends in a select while its owner closes the channel", panics, []string{"panic: send on closed channel"}, watchService, false},
	{"knative-serving-5865", "knative/serving/pull/5865",
		"the receiver closes the channel of updates to say that it has ended", panics, []string{"panic: send on closed channel"}, revisionWatcher, false},
	{"sensu-go-970", "sensu/sensu-go/issues/970",
		"a monitor looks at a flag, and sends after it was closed", panics, []string{"panic: send on closed channel"}, monitor, false},
	{"moby-30469", "moby/moby/issues/30469",
		"the channel to close is made by a start that has not happened", panics, []string{"panic: close of nil channel"}, exitBeforeStart, false},
	{"fabric-smart-client-632", "hyperledger-labs/fabric-smart-client/pull/632",
		"events still come while a subscription closes its channel", panics, []string{"panic: send on closed channel"}, subscription, false},
	{"kustomize-3363", "kubernetes-sigs/kustomize/pull/3363",
		"after a timeout the caller closes the channel that its worker sends to", panics, []string{"panic: send on closed channel"}, timedCommand, false},
	{"go-quai-1484", "dominant-strategies/go-quai/issues/1484",
		"two stops compare a flag that is stored too late", panics, []string{"panic: close of closed channel"}, stopPeers, false},
}

// inBoth runs f in two goroutines, and waits for them.
func inBoth(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f()
		}()
	}
	wg.Wait()
}

func quitTwice(fixed bool) {
	quit := make(chan struct{})
	var once sync.Once
	inBoth(func() {
		if fixed {
			once.Do(func() { close(quit) })
			return
		}
		close(quit)
	})
	<-quit
}

// service has a stop channel.
type service struct {
	mu      sync.Mutex
	stop    chan struct{}
	stopped bool
}

func shutdownTwice(fixed bool) {
	s := &service{stop: make(chan struct{})}
	inBoth(func() {
		if fixed {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.stopped {
				return
			}
			s.stopped = true
		}
		close(s.stop)
	})
}

func stopAfterALook(fixed bool) {
	s := &service{stop: make(chan struct{})}
	inBoth(func() {
		if fixed {
			s.mu.Lock()
			defer s.mu.Unlock()
		}
		select {
		case <-s.stop:
		default:
			close(s.stop)
		}
	})
}

func watchService(fixed bool) {
	updates, quit := make(chan int), make(chan struct{})
	var watches sync.WaitGroup
	watches.Add(1)
	go func() {
		defer watches.Done()
		select {
		case updates <- 1:
		case <-quit:
		}
	}()
	go func() {
		close(quit)
		if fixed {
			watches.Wait()
		}
		close(updates)
	}()
	for range updates {
	}
	watches.Wait()
}

func revisionWatcher(fixed bool) {
	dests, done := make(chan int), make(chan struct{})
	go func() {
		<-dests
		if fixed {
			close(done)
		} else {
			close(dests)
		}
	}()
	for i := range 2 {
		select {
		case dests <- i:
		case <-done:
			return
		}
	}
}

func monitor(fixed bool) {
	failures := make(chan error, 1)
	var mu sync.Mutex
	var closed atomic.Bool
	expired := make(chan struct{})
	go func() {
		defer close(expired)
		if fixed {
			mu.Lock()
			defer mu.Unlock()
		}
		if !closed.Load() {
			failures <- errFailed
		}
	}()
	if fixed {
		mu.Lock()
	}
	closed.Store(true)
	close(failures)
	if fixed {
		mu.Unlock()
	}
	<-expired
}

// container has a channel for its end once it has started.
type container struct {
	mu   sync.Mutex
	exit chan struct{}
}

func exitBeforeStart(fixed bool) {
	c := &container{}
	if fixed {
		c.exit = make(chan struct{})
	}
	started := make(chan struct{})
	go func() {
		defer close(started)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.exit == nil {
			c.exit = make(chan struct{})
		}
	}()
	c.mu.Lock()
	close(c.exit)
	c.mu.Unlock()
	<-started
}

func subscription(fixed bool) {
	events := make(chan int, 2)
	var mu sync.RWMutex
	closing := false
	received := make(chan struct{})
	go func() {
		defer close(received)
		for i := range 2 {
			if fixed {
				mu.RLock()
				if !closing {
					events <- i
				}
				mu.RUnlock()
			} else {
				events <- i
			}
		}
	}()
	<-events
	mu.Lock()
	closing = true
	close(events)
	mu.Unlock()
	<-received
}

func timedCommand(fixed bool) {
	result, timeout := make(chan error, 1), make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		result <- nil
	}()
	go close(timeout)
	select {
	case <-result:
	case <-timeout:
		if !fixed {
			close(result)
		}
	}
	<-ended
}

func stopPeers(fixed bool) {
	quit := make(chan struct{})
	var stopping atomic.Bool
	inBoth(func() {
		if fixed {
			if stopping.CompareAndSwap(false, true) {
				close(quit)
			}
			return
		}
		if stopping.Load() {
			return
		}
		close(quit)
		stopping.Store(true)
	})
}
