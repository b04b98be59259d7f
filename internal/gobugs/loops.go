package gobugs

// loops are programs that go round for ever, or wait on a nil channel.
var loops = []Program{
	{"govpp-57", "FDio/govpp/pull/57",
		"a loop drains a channel that was closed, and never finds it empty", livelock, []string{"select"}, drain, false},
	{"nitro-1972", "OffchainLabs/nitro/pull/1972",
		"an item goes to a channel that its owner has not made", deadlock, []string{"q.items <-", "<-q.items"}, router, false},
	{"maistra-istio-21", "maistra/istio/pull/21",
		"a watcher ends on an error and does not close its results, for which a loop waits", deadlock, []string{"<-results"}, listWatch, false},
}

func drain(fixed bool) {
	requests, replies := make(chan int, 1), make(chan int, 1)
	replies <- 1
	go close(requests)
	for empty := false; !empty; {
		select {
		case _, ok := <-requests:
			if !ok && fixed {
				requests = nil
			}
		case <-replies:
		default:
			empty = true
		}
	}
}

// queue routes items to those who have asked for them.
type queue struct{ items chan int }

func router(fixed bool) {
	q := &queue{}
	if fixed {
		q.items = make(chan int)
	}
	got := make(chan int)
	go func() { got <- <-q.items }()
	q.items <- 1
	<-got
}

func listWatch(fixed bool) {
	results, stop := make(chan int), make(chan struct{})
	go func() {
		defer func() {
			if fixed {
				close(results)
			}
		}()
		for i := range 2 {
			if i == 1 {
				return // an error
			}
			select {
			case results <- i:
			case <-stop:
			}
		}
	}()
	for range results {
	}
	close(stop)
}
