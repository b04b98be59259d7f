package gobugs

import (
	"context"
	"sync"
)

// stops are programs that are stopped in two ways at the same time.
var stops = []Program{
	{"prometheus-5451", "prometheus/prometheus/issues/5451",
		"Stop comes while the queue changes its shards, and both stop the same shards", panics, []string{"close of closed channel", "close(s.quit)"}, reshard, false},
	{"caddy-6707", "caddyserver/caddy/issues/6707",
		"a request and a signal both stop the apps, and each closes the channel of the cleaner", panics, []string{"close of closed channel", "close(t.stop)"}, stopsApps, false},
	{"ld-relay-417", "launchdarkly/ld-relay/pull/417",
		"an environment that fails closes itself while the relay closes it", panics, []string{"close of closed channel", "close(e.done)"}, environment, false},
	{"dastard-23", "usnistgov/dastard/issues/23",
		"a source that ends closes its outputs, and so does Stop", panics, []string{"panics: close of closed channel", "close(c#2)"}, sources, false},
	{"kubetail-1009", "kubetail-org/kubetail/issues/1009",
		"a delivery chooses between the end and a send, and the channel is closed at the end", panics, []string{"send on closed channel", "select out"}, deliversLate, false},
	{"netpulse-202", "gnacho/netpulse/issues/202",
		"a notification looks whether the notifier is closed, and sends after it was", panics, []string{"send on closed channel", "n.queue <-"}, notifies, false},
}

// sharded is a queue with shards.
type sharded struct {
	mu     sync.Mutex
	shards *shardSet
}

type shardSet struct{ quit chan struct{} }

func (s *shardSet) stop() { close(s.quit) }

func (q *sharded) current() *shardSet {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.shards
}

func reshard(fixed bool) {
	q := &sharded{shards: &shardSet{make(chan struct{})}}
	resharded := make(chan struct{})
	go func() {
		defer close(resharded)
		q.current().stop()
		q.mu.Lock()
		defer q.mu.Unlock()
		q.shards = &shardSet{make(chan struct{})}
	}()
	if fixed {
		<-resharded
	}
	q.current().stop()
	<-resharded
}

// cleaner cleans until it is stopped.
type cleaner struct {
	mu      sync.Mutex
	stopped bool
	stop    chan struct{}
}

func (t *cleaner) Stop(fixed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped && fixed {
		return
	}
	t.stopped = true
	close(t.stop)
}

func stopsApps(fixed bool) {
	t := &cleaner{stop: make(chan struct{})}
	var wg sync.WaitGroup
	wg.Go(func() { <-t.stop })
	wg.Go(func() { t.Stop(fixed) })
	wg.Go(func() { t.Stop(fixed) })
	wg.Wait()
}

// env is an environment of a relay.
type env struct {
	once sync.Once
	done chan struct{}
}

func (e *env) Close(fixed bool) {
	if fixed {
		e.once.Do(func() { close(e.done) })
		return
	}
	select {
	case <-e.done:
	default:
		close(e.done)
	}
}

func environment(fixed bool) {
	e := &env{done: make(chan struct{})}
	failed := make(chan error, 1)
	go func() {
		failed <- errFailed
		e.Close(fixed)
	}()
	<-failed
	e.Close(fixed)
	<-e.done
}

func sources(fixed bool) {
	outputs := []chan int{make(chan int, 1), make(chan int, 1)}
	closeOutputs := func() {
		for _, c := range outputs {
			close(c)
		}
	}
	abort, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer closeOutputs()
		select {
		case <-abort:
		case outputs[0] <- 1:
		}
	}()
	close(abort)
	if !fixed {
		closeOutputs()
	}
	<-ended
}

func deliversLate(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	out := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case <-ctx.Done():
		case out <- 1:
		}
	})
	wg.Go(func() {
		<-ctx.Done()
		if !fixed {
			close(out)
		}
	})
	cancel()
	wg.Wait()
}

// notifier has a worker that takes notifications from a queue.
type notifier struct {
	done  chan struct{}
	queue chan int
}

func (n *notifier) work() {
	for {
		select {
		case <-n.done:
			return
		case _, open := <-n.queue:
			if !open {
				return
			}
		}
	}
}

func (n *notifier) notify() {
	select {
	case <-n.done:
		return
	default:
	}
	n.queue <- 1
}

func notifies(fixed bool) {
	n := &notifier{make(chan struct{}), make(chan int, 1)}
	var wg sync.WaitGroup
	wg.Go(n.work)
	wg.Go(n.notify)
	close(n.done)
	if !fixed {
		close(n.queue)
	}
	wg.Wait()
}
