package gobugs

import (
	"context"
	"time"
)

// answers are programs in which a goroutine sends an answer that nobody reads any more, or waits for one that
// nobody sends.
var answers = []Program{
	{"controller-runtime-2527", "kubernetes-sigs/controller-runtime/pull/2527",
		"a runnable reports its error after the manager has returned, because the context ended", leak, []string{"errs <-"}, startRunnables, false},
	{"cadvisor-2549", "google/cadvisor/pull/2549",
		"a command that ends after the timeout sends its result to nobody", leak, []string{"done <-"}, runCommand, false},
	{"tekton-pipeline-10098", "tektoncd/pipeline/pull/10098",
		"a resolver answers after the deadline of its context", leak, []string{"errs <-"}, resolve, false},
	{"kubevirt-6168", "kubevirt/kubevirt/pull/6168",
		"both directions of a proxy report their end, and one report is read", leak, []string{"errs <-"}, proxy, false},
	{"etcd-6857", "etcd-io/etcd/pull/6857",
		"Status asks a node that has stopped, and no loop is left to answer", deadlock, []string{"select"}, status, false},
	{"etcd-7814", "etcd-io/etcd/pull/7814",
		"a loop reports that it has applied an entry to a raft loop that has stopped", leak, []string{"raftDone <-"}, applied, false},
	{"gobgp-3375", "osrg/gobgp/pull/3375",
		"an operation is handed to a server that has stopped to serve", deadlock, []string{"operations <-"}, operation, false},
	{"go-sh-26", "codeskyblue/go-sh/issues/26",
		"Wait sends its error although the timeout has come first", leak, []string{"c <-"}, session, false},
	{"istio-48690", "istio/istio/pull/48690",
		"requests are still sent after the stream has failed, and each reports its error", leak, []string{"failed <-"}, upstream, false},
	{"erigon-19856", "erigontech/erigon/pull/19856",
		"a transaction answers a caller whose context has ended, and then serves nobody", deadlock, []string{"calls <-", "c.result <-"}, transactions, false},
}

func startRunnables(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	errs := make(chan error, room(fixed, 1))
	go func() {
		errs <- errFailed
	}()
	go cancel()
	select {
	case <-errs:
	case <-ctx.Done():
	}
}

func runCommand(fixed bool) {
	done := make(chan error, room(fixed, 1))
	go func() { done <- nil }()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

func resolve(fixed bool) {
	results, errs := make(chan string, room(fixed, 1)), make(chan error, room(fixed, 1))
	ask := func(fails bool) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		go func() {
			if fails {
				errs <- errFailed
			} else {
				results <- "resolved"
			}
		}()
		select {
		case <-results:
		case <-errs:
		case <-ctx.Done():
		}
	}
	ask(true)
}

// connection passes its data on until it is closed.
type connection struct{ closed chan struct{} }

func (c *connection) copy() error {
	<-c.closed
	return errFailed
}

func proxy(fixed bool) {
	in, out := &connection{make(chan struct{})}, &connection{make(chan struct{})}
	errs := make(chan error, room(fixed, 2))
	for _, c := range []*connection{in, out} {
		go func() { errs <- c.copy() }()
	}
	go close(in.closed)
	<-errs
	close(out.closed)
}

// node is a loop that answers questions.
type node struct {
	questions  chan chan int // a question is the channel for its answer
	stop, done chan struct{}
}

func (n *node) run() {
	defer close(n.done)
	for {
		select {
		case answer := <-n.questions:
			answer <- 1
		case <-n.stop:
			return
		}
	}
}

func (n *node) status(fixed bool) int {
	answer := make(chan int)
	var done chan struct{}
	if fixed {
		done = n.done
	}
	select {
	case n.questions <- answer:
		return <-answer
	case <-done:
		return 0
	}
}

func status(fixed bool) {
	n := &node{make(chan chan int), make(chan struct{}), make(chan struct{})}
	go n.run()
	go close(n.stop)
	n.status(fixed)
	<-n.done
}

func applied(fixed bool) {
	raftDone, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		if fixed {
			select {
			case raftDone <- struct{}{}:
			case <-stopped:
			}
			return
		}
		raftDone <- struct{}{}
	}()
	stop := make(chan struct{})
	go close(stop)
	select {
	case <-raftDone:
	case <-stop:
	}
	close(stopped)
}

func operation(fixed bool) {
	operations, closed := make(chan func()), make(chan struct{})
	quit := make(chan struct{})
	go func() {
		defer close(closed)
		for {
			select {
			case f := <-operations:
				f()
			case <-quit:
				return
			}
		}
	}()
	go close(quit)
	do := func(f func()) error {
		answer := make(chan error, 1)
		task := func() { f(); answer <- nil }
		if !fixed {
			operations <- task
			return <-answer
		}
		select {
		case operations <- task:
			return <-answer
		case <-closed:
			return errFailed
		}
	}
	_ = do(func() {})
}

func session(fixed bool) {
	wait := func(f func() error) <-chan error {
		c := make(chan error, room(fixed, 1))
		go func() { c <- f() }()
		return c
	}
	killed := make(chan struct{})
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-timer.C:
		close(killed)
	case <-wait(func() error { <-killed; return nil }):
	}
}

func upstream(fixed bool) {
	requests, failed, stop := make(chan int, 2), make(chan error), make(chan struct{})
	go func() {
		for {
			select {
			case <-requests:
				if !fixed {
					failed <- errFailed
					continue
				}
				select {
				case failed <- errFailed:
				case <-stop:
					return
				}
			case <-stop:
				return
			}
		}
	}()
	requests <- 1
	requests <- 2
	<-failed
	close(stop)
}

func transactions(fixed bool) {
	type call struct {
		result chan error
	}
	calls, done := make(chan call), make(chan struct{})
	go func() {
		defer close(done)
		for c := range calls {
			c.result <- nil
		}
	}()
	apply := func(ctx context.Context) {
		c := call{make(chan error, room(fixed, 1))}
		calls <- c
		select {
		case <-c.result:
		case <-ctx.Done():
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	apply(ctx)
	apply(context.Background())
	close(calls)
	<-done
}
