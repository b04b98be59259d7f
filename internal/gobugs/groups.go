package gobugs

import (
	"context"
	"sync"
)

// groups are programs that wait for several goroutines, or limit how many run.
var groups = []Program{
	{"coredns-3433", "coredns/coredns/pull/3433",
		"each goroutine adds itself to the WaitGroup, perhaps after Wait", misuse, []string{"Add called concurrently with Wait"}, addLate, false},
	{"moby-27011", "moby/moby/issues/27011",
		"a WaitGroup is used again before an earlier Wait has returned", misuse, []string{"Wait"}, reuse, false},
	{"semgroup-2", "fatih/semgroup/pull/2",
		"a task that does not get the semaphore is never counted as done", deadlock, []string{"wg.Wait()"}, semaphoreGroup, false},
	{"trivy-4336", "aquasecurity/trivy/pull/4336",
		"an error is sent under the semaphore, and the reader begins after all tasks have it", deadlock, []string{"slots <-", "errs <-"}, slowScan, false},
	{"gomod2nix-152", "nix-community/gomod2nix/pull/152",
		"failing tasks keep their slots until Wait reads their errors, and Add needs a slot", deadlock, []string{"l.slots <-", "l.errs <-"}, executor, false},
	{"impi-14", "pavius/impi/pull/14",
		"workers are waited for before their results are read", deadlock, []string{"workers.Wait()", "results <-"}, verify, false},
	{"kustomize-3400", "kubernetes-sigs/kustomize/pull/3400",
		"a goroutine sets err after its caller has given up and returns err", race, []string{"plain write of err", "plain read of err"}, resultInErr, false},
	{"gitops-engine-46", "argoproj/gitops-engine/pull/46",
		"several goroutines set the named result", race, []string{"plain write of err"}, namedResult, false},
}

func addLate(fixed bool) {
	var wg sync.WaitGroup
	for range 2 {
		if fixed {
			wg.Add(1)
		}
		go func() {
			if !fixed {
				wg.Add(1)
			}
			defer wg.Done()
		}()
	}
	wg.Wait()
}

func reuse(fixed bool) {
	var wg sync.WaitGroup
	var other sync.WaitGroup
	second := &wg
	if fixed {
		second = &other
	}
	waited := make(chan struct{})
	wg.Add(1)
	go func() {
		defer close(waited)
		wg.Wait()
	}()
	wg.Done()
	second.Add(1)
	second.Done()
	<-waited
}

func semaphoreGroup(fixed bool) {
	ctx, cancel := context.WithCancel(context.Background())
	slots := make(chan struct{}, 1)
	acquire := func() error {
		select {
		case slots <- struct{}{}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var wg sync.WaitGroup
	start := func(f func()) {
		wg.Add(1)
		if acquire() != nil {
			if fixed {
				wg.Done()
			}
			return
		}
		go func() {
			defer wg.Done()
			f()
			<-slots
		}()
	}
	start(cancel)
	start(func() {})
	wg.Wait()
}

func slowScan(fixed bool) {
	slots, errs := make(chan struct{}, 1), make(chan error, room(fixed, 2))
	for range 2 {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			errs <- errFailed
		}()
	}
	<-errs
	<-errs
}

// limited runs tasks, as many at once as it has slots.
type limited struct {
	slots chan struct{}
	errs  chan error
	tasks int
}

func (l *limited) add(f func() error, fixed bool) {
	l.tasks++
	if !fixed {
		l.slots <- struct{}{}
	}
	go func() {
		if fixed {
			l.slots <- struct{}{}
		}
		defer func() { <-l.slots }()
		l.errs <- f()
	}()
}

func (l *limited) wait() (err error) {
	for range l.tasks {
		if e := <-l.errs; e != nil {
			err = e
		}
	}
	return err
}

func executor(fixed bool) {
	l := &limited{slots: make(chan struct{}, 1), errs: make(chan error)}
	l.add(func() error { return errFailed }, fixed)
	l.add(func() error { return nil }, fixed)
	_ = l.wait()
}

func verify(fixed bool) {
	paths, results := make(chan string, 2), make(chan string)
	paths <- "a"
	paths <- "b"
	close(paths)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for p := range paths {
				results <- p
			}
		})
	}
	if fixed {
		go func() {
			workers.Wait()
			close(results)
		}()
	} else {
		workers.Wait()
		close(results)
	}
	for range results {
	}
}

func resultInErr(fixed bool) {
	run := func() error {
		var err error
		done, timeout := make(chan error, 1), make(chan struct{})
		go func() {
			if fixed {
				done <- errFailed
				return
			}
			err = errFailed
			done <- nil
		}()
		go close(timeout)
		select {
		case e := <-done:
			if fixed {
				return e
			}
			return err
		case <-timeout:
			return err
		}
	}
	_ = run()
}

func namedResult(fixed bool) {
	reconcile := func() (err error) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if fixed {
					mu.Lock()
					defer mu.Unlock()
				}
				err = errFailed
			})
		}
		wg.Wait()
		return err
	}
	_ = reconcile()
}
