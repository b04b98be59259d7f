package gobugs

import (
	"context"
	"sync"
	"time"
)

// deliveries are programs in which a value or a wake-up does not reach its receiver.
var deliveries = []Program{
	{"sliver-1089", "BishopFox/sliver/pull/1089",
		"a timer fires first, and the goroutine that says that it is done has no receiver", leak, []string{"done <-"}, waitsForDone, false},
	{"health-go-224", "hellofresh/health-go/issues/224",
		"a health check that times out leaves its result to nobody, once for each check", leak, []string{"receives from result"}, measures, false},
	{"kubernetes-25331", "kubernetes/kubernetes/pull/25331",
		"a watch is stopped before all its results are read, and the watcher does not see that", leak, []string{"results <-"}, stoppedWatch, false},
	{"sensu-go-1749", "sensu/sensu-go/pull/1749",
		"a goroutine that watches for deletes has the context of the caller, and not that of the call", leak, []string{"select"}, ringNext, false},
	{"juicefs-3782", "juicedata/juicefs/pull/3782",
		"a signal is dropped, since the waiter has given back the lock and does not receive yet", deadlock, []string{"<-c.signal"}, chanCond, false},
	{"cockroach-69408", "cockroachdb/cockroach/pull/69408",
		"a producer that is about to block signals a condition for which nobody waits yet", deadlock, []string{"cond.Wait()"}, blockingBuffer, false},
	{"fn-920", "fnproject/fn/pull/920",
		"a runner announces its capacity under the lock that the receiver takes first", deadlock, []string{"mu.Lock()"}, capacities, false},
	{"nats-server-2803", "nats-io/nats-server/pull/2803",
		"a count under the read lock takes the read lock again, and a writer comes in between", deadlock, []string{".RLock()"}, interest, false},
	{"icingadb-990", "Icinga/icingadb/issues/990",
		"a retry has received the value of a timer, and the loop that stops the timer drains it once more", deadlock, []string{"<-deadline.C"}, heartbeats, false},
}

func waitsForDone(fixed bool) {
	done := make(chan struct{}, room(fixed, 1))
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	go func() { done <- struct{}{} }()
	select {
	case <-timer.C:
	case <-done:
	}
}

func measures(fixed bool) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			result := make(chan error, room(fixed, 1))
			go func() { result <- errFailed }()
			select {
			case <-time.After(time.Second):
			case <-result:
			}
		})
	}
	wg.Wait()
}

func stoppedWatch(fixed bool) {
	ctx, stop := context.WithCancel(context.Background())
	results := make(chan int)
	go func() {
		for i := range 2 {
			if !fixed {
				results <- i
				continue
			}
			select {
			case results <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	<-results
	stop()
}

func ringNext(fixed bool) {
	next := func(ctx context.Context) {
		watch, cancel := context.WithCancel(ctx)
		defer cancel()
		if fixed {
			ctx = watch
		}
		deletes := make(chan int)
		go func() {
			select {
			case <-ctx.Done():
			case deletes <- 1:
			}
		}()
	}
	next(context.Background())
}

// condition is a condition variable made of a channel.
type condition struct {
	mu     sync.Mutex
	ready  bool
	signal chan struct{}
}

func (c *condition) wait() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ready {
		return
	}
	c.mu.Unlock()
	<-c.signal
	c.mu.Lock()
}

func chanCond(fixed bool) {
	c := &condition{signal: make(chan struct{}, room(fixed, 1))}
	go func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ready = true
		select {
		case c.signal <- struct{}{}:
		default:
		}
	}()
	c.wait()
}

func blockingBuffer(fixed bool) {
	var mu sync.Mutex
	cond, blocks := sync.NewCond(&mu), make(chan struct{}, 1)
	buffer := make(chan int, 1)
	go func() {
		defer close(buffer)
		buffer <- 1
		if fixed {
			blocks <- struct{}{}
		} else {
			cond.Signal()
		}
		buffer <- 2
	}()
	if fixed {
		<-blocks
	} else {
		mu.Lock()
		cond.Wait()
		mu.Unlock()
	}
	for range buffer {
	}
}

func capacities(fixed bool) {
	var mu sync.Mutex
	capacity, placed := make(chan int), 0
	go func() {
		mu.Lock()
		placed++
		if fixed {
			mu.Unlock()
			capacity <- placed
			return
		}
		capacity <- placed
		mu.Unlock()
	}()
	mu.Lock()
	if fixed {
		mu.Unlock()
	}
	<-capacity
	if !fixed {
		mu.Unlock()
	}
}

// sublist counts its subscriptions.
type sublist struct {
	mu   sync.RWMutex
	subs int
}

func (l *sublist) count() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.subs
}

func (l *sublist) hasInterest(fixed bool) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if fixed {
		return l.subs > 0
	}
	return l.count() > 0
}

func interest(fixed bool) {
	l := &sublist{}
	var wg sync.WaitGroup
	wg.Go(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.subs++
	})
	wg.Go(func() { l.hasInterest(fixed) })
	wg.Wait()
}

func heartbeats(fixed bool) {
	deadline := time.NewTimer(time.Second)
	defer deadline.Stop()
	realized, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-deadline.C: // gives up
		case <-realized:
		}
	}()
	if !deadline.Stop() && !fixed {
		<-deadline.C
	}
	deadline.Reset(time.Minute)
	close(realized)
	<-ended
}
