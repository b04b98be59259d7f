package gobugs

import (
	"sync"
	"time"
)

// times are programs with timers and tickers.
var times = []Program{
	{"prometheus-3896", "prometheus/prometheus/pull/3896",
		"a timer whose value was received is drained again before it is reset", deadlock, []string{"<-sent", "<-deadline.C#1"}, batches, false},
	{"sarama-734", "IBM/sarama/pull/734",
		"a loop that has received from its timer goes round and receives once more", deadlock, []string{"<-fed", "<-expiry.C#2"}, feeder, false},
	{"istio-13004", "istio/istio/pull/13004",
		"Close waits for the worker under the lock that the worker's timer takes", deadlock, []string{"<-w.stopped", "w.mu.Lock()"}, strategy, false},
	{"hatchet-1653", "hatchet-dev/hatchet/pull/1653",
		"a random ticker sends to nobody, and does not see its stop", deadlock, []string{"<-stopped", "ticks <-"}, randomTicker, false},
	{"go-health-35", "InVisionApp/go-health/pull/35",
		"a goroutine ranges over a ticker's channel, which Stop does not close", deadlock, []string{"<-ended", "<-ticker.C#1"}, healthChecks, true},
	{"hugo-5379", "gohugoio/hugo/pull/5379",
		"a summary that times out asks for the content that its own initialization builds", deadlock, []string{"<-built", "content.Do()"}, summary, false},
}

func batches(fixed bool) {
	samples, sent := make(chan int), make(chan struct{})
	go func() {
		defer close(sent)
		deadline := time.NewTimer(time.Second)
		defer deadline.Stop()
		for {
			select {
			case _, ok := <-samples:
				if !ok {
					return
				}
				if !deadline.Stop() && !fixed {
					<-deadline.C
				}
				deadline.Reset(time.Second)
			case <-deadline.C: // sends what it has
			}
		}
	}()
	samples <- 1
	close(samples)
	<-sent
}

func feeder(fixed bool) {
	messages := make(chan int, 1)
	fed := make(chan struct{})
	go func() {
		defer close(fed)
		expiry := time.NewTimer(time.Second)
		expired := false
		for range 2 {
			if !expiry.Stop() && !(fixed && expired) {
				<-expiry.C
			}
			expiry.Reset(time.Second)
			expired = false
			select {
			case <-messages:
			case <-expiry.C:
				expired = true
			}
		}
	}()
	messages <- 1
	<-fed
}

// worker publishes when its timer fires, until it is closed.
type worker struct {
	mu            sync.Mutex
	published     int
	stop, stopped chan struct{}
	timer         *time.Timer
}

func (w *worker) onTimer() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.published++
}

func (w *worker) run() {
	defer close(w.stopped)
	for {
		select {
		case <-w.timer.C:
			w.onTimer()
		case <-w.stop:
			return
		}
	}
}

func (w *worker) close(fixed bool) {
	w.mu.Lock()
	w.timer.Stop()
	close(w.stop)
	if fixed {
		w.mu.Unlock()
	}
	<-w.stopped
	if !fixed {
		w.mu.Unlock()
	}
}

func strategy(fixed bool) {
	w := &worker{stop: make(chan struct{}), stopped: make(chan struct{}), timer: time.NewTimer(time.Second)}
	go w.run()
	w.close(fixed)
}

func randomTicker(fixed bool) {
	ticks, stop, stopped := make(chan time.Time), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		timer := time.NewTimer(time.Second)
		defer timer.Stop()
		for {
			select {
			case <-stop:
				return
			case now := <-timer.C:
				if fixed {
					select {
					case ticks <- now:
					default:
					}
				} else {
					ticks <- now
				}
			}
		}
	}()
	close(stop)
	<-stopped
}

func healthChecks(fixed bool) {
	ticker := time.NewTicker(time.Second)
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		if !fixed {
			for range ticker.C {
			}
			return
		}
		for {
			select {
			case <-ticker.C:
			case <-stop:
				return
			}
		}
	}()
	ticker.Stop()
	close(stop)
	<-ended
}

func summary(fixed bool) {
	var content sync.Once
	built := make(chan struct{})
	var init func()
	build := func() {
		rendered := make(chan struct{}, 1)
		go func() { rendered <- struct{}{} }()
		select {
		case <-rendered:
		case <-time.After(time.Second):
			if !fixed {
				init() // the summary needs the content
			}
		}
	}
	init = func() { content.Do(build) }
	go func() {
		defer close(built)
		init()
	}()
	<-built
}
