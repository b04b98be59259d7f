package channels

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// The rules that the programs break.
const (
	leak     = "no goroutine waits for ever"
	deadlock = "no deadlock"
	panics   = "does not panic"
	race     = "no data race"
)

// pair is a program with a bug, and the same program without it.
type pair struct {
	name       string
	rule       string // that the bug breaks
	bug, sound func()
}

func TestPairs(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, p := range pairs {
		r := sched.Search(func(*sched.S) { p.bug() }, sched.Options{Executions: 10_000})
		require.Equal(t, sched.Failed, r.Ending, p.name)
		require.Equal(t, p.rule, r.Failure.Rule, p.name)
		n := r.Executions
		r = sched.Search(func(*sched.S) { p.sound() }, sched.Options{})
		require.Equal(t, sched.Exhausted, r.Ending, "%s: %v", p.name, r.Failure)
		t.Logf("pair %s: bug after %d executions, sound in %d", p.name, n, r.Executions)
	}
}

var errFailed = errors.New("failed")

// request returns early while a worker still wants to answer.
func request(capacity int) {
	answer, cancel := make(chan int, capacity), make(chan struct{})
	go func() { answer <- 1 }()
	go func() { close(cancel) }()
	select {
	case <-answer:
	case <-cancel:
	}
}

// stopper is closed by whichever side gives up first.
type stopper struct {
	done chan struct{}
	once sync.Once
	mu   sync.Mutex
}

func (s *stopper) check() {
	select {
	case <-s.done:
	default:
		close(s.done)
	}
}

// both stops from two goroutines.
func both(stop func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			stop()
		}()
	}
	wg.Wait()
}

// feed has a producer that does not know that its consumer has closed the channel.
func feed(guarded bool) {
	items, stop := make(chan int), make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for i := range 2 {
			if guarded {
				select {
				case items <- i:
				case <-stop:
					return
				}
			} else {
				items <- i
			}
		}
	}()
	<-items
	if guarded {
		close(stop)
	} else {
		close(items)
	}
	<-ended
}

// registry sends to its listener while it holds its lock, which the listener takes.
func registry(outside bool) {
	var mu sync.Mutex
	events, done := make(chan int), make(chan struct{})
	go func() {
		defer close(done)
		mu.Lock()
		mu.Unlock()
		<-events
	}()
	mu.Lock()
	if outside {
		mu.Unlock()
	}
	events <- 1
	if !outside {
		mu.Unlock()
	}
	<-done
}

// collect waits for its workers before it reads what they send.
func collect(early bool) (sum int) {
	var wg sync.WaitGroup
	results := make(chan int)
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results <- i
		}()
	}
	if early {
		wg.Wait()
		close(results)
	} else {
		go func() {
			wg.Wait()
			close(results)
		}()
	}
	for v := range results {
		sum += v
	}
	return sum
}

// lines forgets to close its channel when reading fails.
func lines(always bool) {
	out := make(chan string)
	read := func() error { return errFailed }
	go func() {
		if always {
			defer close(out)
		}
		out <- "first"
		if read() != nil {
			return
		}
		close(out)
	}()
	for range out {
	}
}

// server has a channel that only some ways of making it set.
type server struct{ quit chan struct{} }

func serve(s *server) {
	stopped := make(chan struct{})
	go func() {
		<-s.quit
		close(stopped)
	}()
	if s.quit != nil {
		close(s.quit)
	}
	<-stopped
}

// notify wakes a waiter, if it waits already.
func notify(capacity int) {
	wake, done := make(chan struct{}, capacity), make(chan struct{})
	go func() {
		defer close(done)
		<-wake
	}()
	select {
	case wake <- struct{}{}:
	default:
	}
	<-done
}

// first returns the error of the first of two calls.
func first(shared bool) error {
	var err error
	errs, done := make(chan error, 2), make(chan struct{}, 2)
	for range 2 {
		go func() {
			if shared {
				err = errFailed
			} else {
				errs <- errFailed
			}
			done <- struct{}{}
		}()
	}
	<-done
	if shared {
		return err
	}
	return <-errs
}

// peers each send before they receive.
func peers(ordered bool) {
	a, b := make(chan int), make(chan int)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if ordered {
			<-b
			a <- 1
		} else {
			a <- 1
			<-b
		}
	}()
	b <- 2
	<-a
	<-done
}

// limit is a semaphore that an early return does not give back.
func limit(always bool) {
	slots, done := make(chan struct{}, 1), make(chan struct{})
	work := func(fails bool) error {
		slots <- struct{}{}
		if always {
			defer func() { <-slots }()
		}
		if fails {
			return errFailed
		}
		if !always {
			<-slots
		}
		return nil
	}
	for _, fails := range []bool{true, false} {
		go func() {
			_ = work(fails)
			done <- struct{}{}
		}()
	}
	<-done
	<-done
}

// timeout gives up while a worker still wants to answer.
func timeout(capacity int) {
	answer := make(chan int, capacity)
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-time.After(time.Second):
	}
}

// produce does not end when its consumer cancels.
func produce(listens bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	items := make(chan int)
	go func() {
		for i := range 2 {
			if !listens {
				items <- i
				continue
			}
			select {
			case items <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	<-items
}

var pairs = []pair{
	{"a timeout", leak, func() { timeout(0) }, func() { timeout(1) }},
	{"a producer without its context", leak, func() { produce(false) }, func() { produce(true) }},
	{"an answer that nobody reads", leak, func() { request(0) }, func() { request(1) }},
	{"two close the same channel", panics, func() {
		s := &stopper{done: make(chan struct{})}
		both(func() { close(s.done) })
	}, func() {
		s := &stopper{done: make(chan struct{})}
		both(func() { s.once.Do(func() { close(s.done) }) })
	}},
	{"a look before the close", panics, func() {
		s := &stopper{done: make(chan struct{})}
		both(s.check)
	}, func() {
		s := &stopper{done: make(chan struct{})}
		both(func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.check()
		})
	}},
	{"the consumer closes", panics, func() { feed(false) }, func() { feed(true) }},
	{"a send under a lock", deadlock, func() { registry(false) }, func() { registry(true) }},
	{"a wait before the results", deadlock, func() { collect(true) }, func() { collect(false) }},
	{"an error without a close", deadlock, func() { lines(false) }, func() { lines(true) }},
	{"a nil channel", deadlock, func() { serve(&server{}) }, func() { serve(&server{quit: make(chan struct{})}) }},
	{"a wake-up that nobody waits for yet", deadlock, func() { notify(0) }, func() { notify(1) }},
	{"an error in a shared variable", race, func() { _ = first(true) }, func() { _ = first(false) }},
	{"two that send to each other", deadlock, func() { peers(false) }, func() { peers(true) }},
	{"a slot that is not given back", deadlock, func() { limit(false) }, func() { limit(true) }},
}
