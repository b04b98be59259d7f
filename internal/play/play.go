// Package play runs scenarios as programs of the scheduler, those of deques and those of any structure.
package play

import "github.com/stealproof/stealproof/internal/engine"

// A Role is a thread of a program: its name, the client that makes its calls, and the calls.
type Role[C any] struct {
	Name   string
	Client int
	Calls  []C
}

// Program is a scenario with what the calls need. Each execution of the program calls Make, then Call for each call of
// the preparation, all in the first thread as client 0. Then it starts a thread for each role, and calls Beside. When
// the threads have ended, it calls End.
type Program[C any] struct {
	Prepare []C
	Roles   []Role[C]
	Make    func()                      // makes the structure
	Call    func(client, n int, call C) // makes call number n, from 0, of a thread
	Beside  func(Threads)               // starts more threads; may be nil
	End     func(Threads)
	All     bool // wait for all threads, also for those that the structure has started
}

// Threads are the threads of one execution.
type Threads interface {
	Go(name string, f func())
	Join()
}

// Func returns the program. The executions share what it has made for them.
func (p *Program[C]) Func() func() {
	type body struct {
		name string
		run  func()
	}
	var bodies []body
	for _, r := range p.Roles {
		bodies = append(bodies, body{r.Name, func() { p.play(r.Client, r.Calls) }})
	}
	return func() {
		p.Make()
		p.play(0, p.Prepare)
		var threads Threads = all{}
		if !p.All {
			threads = engine.NewCrew()
		}
		for _, b := range bodies {
			threads.Go(b.name, b.run)
		}
		if p.Beside != nil {
			p.Beside(threads)
		}
		threads.Join()
		p.End(threads)
	}
}

func (p *Program[C]) play(client int, calls []C) {
	for n, c := range calls {
		p.Call(client, n, c)
	}
}

// all is all threads of the execution.
type all struct{}

func (all) Go(name string, f func()) { engine.Go(name, f) }
func (all) Join()                    { engine.Join() }
