package gobugs

import (
	"context"
	"time"
)

// contexts are programs that a context should end.
var contexts = []Program{
	{"loki-19394", "grafana/loki/pull/20631",
		"a consumer leaves when its context ends, and its producer still sends", leak, []string{"results <-"}, downstream, false},
	{"backoff-30", "lestrrat-go/backoff/pull/30",
		"a backoff whose context has ended still sends its next try", leak, []string{"next <-"}, backoff, false},
	{"iceberg-go-810", "apache/iceberg-go/pull/810",
		"the workers end at an error, and the feeder sends to nobody", leak, []string{"work <-"}, mapExec, false},
	{"errgroup-11", "neilotoole/errgroup/issues/11",
		"the only worker ends at an error, and the queue of tasks stays full", deadlock, []string{"queue <-"}, boundedGroup, false},
	{"vault-5189", "hashicorp/vault/pull/5189",
		"leadership is lost and a stop comes, and the case taken asks for the lock that the stop holds", deadlock, []string{"<-stopped", "state <-"}, standby, false},
	{"travis-worker-69", "travis-ci/worker/pull/69",
		"a shutdown and a job are both ready, and a select picks the job", panics, []string{"a job after the shutdown"}, processJobs, false},
	{"goose-23", "Shopify/goose/pull/23",
		"a cancelled wait gives up for nobody, and a broadcast under the lock sends to the waiter", deadlock, []string{"wg.Wait()", "c.mu.Lock()", "select"}, contextCond, false},
	{"dbos-318", "dbos-inc/dbos-transact-golang/pull/318",
		"a stream has a deadline, and its reader stops to read", leak, []string{"values <-"}, readStream, false},
	{"etcd-10993", "etcd-io/etcd/pull/10993",
		"a goroutine and its caller share err", race, []string{"plain write of err"}, sharedError, false},
}

func downstream(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan int)
	go func() {
		defer close(results)
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
	go cancel()
	for {
		select {
		case _, ok := <-results:
			if !ok {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func backoff(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	next := make(chan struct{})
	go func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			if !fixed {
				next <- struct{}{}
				continue
			}
			select {
			case <-ctx.Done():
				return
			case next <- struct{}{}:
			}
		}
	}()
	<-next
	cancel()
}

func mapExec(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	work, errs := make(chan int), make(chan error, 1)
	go func() { // the feeder
		defer close(work)
		for i := range 2 {
			if !fixed {
				work <- i
				continue
			}
			select {
			case work <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() { // the worker
		defer close(errs)
		for range work {
			errs <- errFailed
			cancel()
			return
		}
	}()
	<-errs
}

func boundedGroup(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	queue, ended := make(chan func() error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for f := range queue {
			if f() != nil {
				cancel()
				return
			}
		}
	}()
	start := func(f func() error) {
		if !fixed {
			queue <- f
			return
		}
		select {
		case queue <- f:
		case <-ctx.Done():
		}
	}
	start(func() error { return errFailed })
	start(func() error { return nil })
	start(func() error { return nil })
	close(queue)
	<-ended
}

func standby(fixed bool) {
	state := make(chan struct{}, 1) // a lock that a wait can give up
	lost, stop, stopped := make(chan struct{}), make(chan struct{}), make(chan struct{})
	grab := func() bool {
		if !fixed {
			state <- struct{}{}
			return true
		}
		select {
		case state <- struct{}{}:
			return true
		case <-stop:
			return false
		}
	}
	go func() {
		defer close(stopped)
		select {
		case <-lost:
			if grab() {
				<-state
			}
		case <-stop:
		}
	}()
	go close(lost)
	state <- struct{}{}
	close(stop)
	<-stopped
	<-state
}

func processJobs(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	jobs, ended := make(chan int, 1), make(chan struct{})
	down := make(chan struct{}, 1)
	go func() {
		defer close(ended)
		select {
		case <-ctx.Done():
		case <-jobs:
			if len(down) > 0 && !(fixed && ctx.Err() != nil) {
				panic("a job after the shutdown")
			}
		}
	}()
	cancel()
	down <- struct{}{}
	jobs <- 1
	<-ended
}

func readStream(fixed bool) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	values := make(chan int)
	send := func(v int) bool {
		if !fixed {
			values <- v
			return true
		}
		select {
		case values <- v:
			return true
		case <-ctx.Done():
			return false
		}
	}
	go func() {
		defer close(values)
		for i := range 3 {
			if !send(i) {
				return
			}
		}
	}()
	<-values
}

func sharedError(fixed bool) {
	var err error
	served := make(chan struct{})
	go func() {
		defer close(served)
		if fixed {
			err := errFailed
			_ = err
			return
		}
		err = errFailed
	}()
	err = nil
	<-served
	_ = err
}
