package gobugs

//lint:file-ignore SA2001 the threads only wait for the lock, as in the reports

import "sync"

// sendsUnderLocks are programs that send, receive or wait while they hold a lock that the other side needs.
var sendsUnderLocks = []Program{
	{"kubernetes-1321", "kubernetes/kubernetes/pull/1321",
		"a mux sends to a watcher under its lock, and the watcher has stopped to read and wants the lock", deadlock, []string{"w.m.mu#1.Lock()", "select"}, stopWatcher, false},
	{"kube-ns-suspender-110", "kube-ns-suspender/kube-ns-suspender/pull/115",
		"a watcher fills the channel under a lock that the reader takes first", deadlock, []string{"<-names", "mu.Lock()"}, suspend, false},
	{"consul-3701", "hashicorp/consul/pull/3701",
		"an expired bin is sent under the lock that its reader needs to reset it", deadlock, []string{"mu.Lock()", "expired <-"}, expireBin, false},
	{"nomad-6082", "hashicorp/nomad/pull/6082",
		"SetConfig waits under the lock for a goroutine that takes the lock before it ends", deadlock, []string{"<-dead", "mu.Lock()"}, setConfig, false},
	{"etcd-6873", "etcd-io/etcd/pull/6873",
		"stop waits for the loop of a broadcast under the lock that the loop takes", deadlock, []string{"<-done", "mu.Lock()"}, stopBroadcasts, false},
	{"cockroach-102574", "cockroachdb/cockroach/pull/102590",
		"a flusher calls back under its lock, and the job that should receive has ended", deadlock, []string{"<-ended", "flushed <-"}, flushStats, false},
	{"errgroup-6", "neilotoole/errgroup/issues/6",
		"Wait keeps the lock that Go takes in a task that Wait waits for", deadlock, []string{"g.wg.Wait()", "g.mu.Lock()"}, groupWait, false},
	{"fabric-4199", "hyperledger/fabric/issues/4199",
		"two loops each send to the other, and neither receives", deadlock, []string{"apply <-", "wal <-"}, applyConfig, false},
	{"cilium-24786", "cilium/cilium/pull/24786",
		"errors go to a channel that nobody reads, and once it is full the checker stands", deadlock, []string{"<-ended", "errs <-"}, statusErrors, false},
	{"dastard-67", "usnistgov/dastard/issues/67",
		"heartbeats are sent under the lock that the reader of heartbeats takes", deadlock, []string{"mu.Lock()", "beats <-"}, heartbeat, false},
}

// mux sends what comes to all its watchers.
type mux struct {
	mu       sync.Mutex
	watchers map[int]*watcher
}

type watcher struct {
	result  chan int
	stopped chan struct{}
	once    sync.Once
	m       *mux
	id      int
}

func (m *mux) distribute(event int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.watchers {
		select {
		case w.result <- event:
		case <-w.stopped:
		}
	}
}

func (w *watcher) stop(fixed bool) {
	if fixed {
		w.once.Do(func() { close(w.stopped) })
	}
	w.m.mu.Lock()
	defer w.m.mu.Unlock()
	delete(w.m.watchers, w.id)
}

func stopWatcher(fixed bool) {
	m := &mux{watchers: map[int]*watcher{}}
	w := &watcher{result: make(chan int), stopped: make(chan struct{}), m: m, id: 1}
	m.watchers[1] = w
	distributed := make(chan struct{})
	go func() {
		defer close(distributed)
		m.distribute(7)
	}()
	w.stop(fixed)
	<-distributed
}

func suspend(fixed bool) {
	var mu sync.Mutex
	names := make(chan string, 1)
	go func() {
		defer close(names)
		if !fixed {
			mu.Lock()
			defer mu.Unlock()
		}
		for range 2 {
			names <- "space"
		}
	}()
	if !fixed {
		mu.Lock()
		defer mu.Unlock()
	}
	for range names {
	}
}

func expireBin(fixed bool) {
	var mu sync.Mutex
	bins := map[int]bool{1: true, 2: true}
	expired := make(chan int)
	expire := func(index int) {
		mu.Lock()
		delete(bins, index)
		if fixed {
			mu.Unlock()
			expired <- index
			return
		}
		expired <- index
		mu.Unlock()
	}
	go expire(1)
	mu.Lock()
	_ = len(bins)
	mu.Unlock()
	<-expired
}

func setConfig(fixed bool) {
	var mu sync.Mutex
	connected := false
	dying, dead := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(dead)
		<-dying
		mu.Lock()
		connected = false
		mu.Unlock()
	}()
	mu.Lock()
	connected = true
	close(dying)
	if fixed {
		mu.Unlock()
		<-dead
		return
	}
	defer mu.Unlock()
	<-dead
	_ = connected
}

func stopBroadcasts(fixed bool) {
	var mu sync.Mutex
	updates, done := make(chan int, 1), make(chan struct{})
	go func() {
		defer close(done)
		for range updates {
			mu.Lock()
			mu.Unlock()
		}
	}()
	updates <- 1
	mu.Lock()
	close(updates)
	if fixed {
		mu.Unlock()
	}
	<-done
	if !fixed {
		mu.Unlock()
	}
}

func flushStats(fixed bool) {
	var mu sync.Mutex
	flushed, drain := make(chan struct{}), make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		mu.Lock()
		defer mu.Unlock()
		if !fixed {
			flushed <- struct{}{}
			return
		}
		select {
		case flushed <- struct{}{}:
		case <-drain:
		}
	}()
	go close(drain)
	select { // the job
	case <-flushed:
	case <-drain:
	}
	mu.Lock() // it takes its callback back
	mu.Unlock()
	<-ended
}

// group is a group of tasks that may start more tasks.
type group struct {
	mu sync.Mutex
	wg sync.WaitGroup
}

func (g *group) start(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		f()
	}()
}

func (g *group) wait(fixed bool) {
	g.mu.Lock()
	if fixed {
		g.mu.Unlock()
		g.wg.Wait()
		return
	}
	g.wg.Wait()
	g.mu.Unlock()
}

func groupWait(fixed bool) {
	g := &group{}
	g.start(func() { g.start(func() {}) })
	g.wait(fixed)
}

func applyConfig(fixed bool) {
	ready, apply := make(chan int, 2), make(chan int)
	wal := make(chan struct{}, room(fixed, 2)) // a request to write the log
	ended := make(chan struct{})
	go func() { // the chain
		defer close(ended)
		for range apply {
			wal <- struct{}{}
		}
	}()
	ready <- 1
	ready <- 2
	for written := 0; written < 2; { // the node
		select {
		case r := <-ready:
			apply <- r
		case <-wal:
			written++
		}
	}
	close(apply)
	<-ended
}

func statusErrors(fixed bool) {
	errs, ended := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for range 2 {
			if !fixed {
				errs <- errFailed
				continue
			}
			select {
			case errs <- errFailed:
			default:
			}
		}
	}()
	<-ended
}

func heartbeat(fixed bool) {
	var mu sync.Mutex
	beats, source := make(chan int, room(fixed, 1)), make(chan struct{})
	go func() {
		defer close(source)
		mu.Lock()
		defer mu.Unlock()
		beats <- 1
	}()
	mu.Lock() // the source must not change while clients are told
	mu.Unlock()
	<-beats
	<-source
}
