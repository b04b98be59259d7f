package engine

import (
	"runtime"

	"github.com/stealproof/stealproof/internal/goid"
)

// goroutine is the coroutine on which a thread runs. It does one job after the other, and ends only if a job ends by a
// Goexit, or does not end.
type goroutine struct {
	number  string
	address uintptr // see goid.Goroutine; 0 if unknown
	resumes func() (struct{}, bool)
	ends    func()
	yields  func(struct{}) bool
	dead    bool // it can do no further job
}

// start starts it as the coroutine of the thread with a number. It waits until the first resume, and then does a job at
// each one that comes after the end of the job before.
func (g *goroutine) start(number int, job func()) {
	g.resumes, g.ends = pull(number, func(yield func(struct{}) bool) {
		g.yields = yield
		g.number, g.address = self(), goid.Goroutine()
		for yield(struct{}{}) {
			job()
		}
	})
	g.resumes()
}

// resume lets it run until it pauses, or has done its job.
func (g *goroutine) resume() { g.resumes() }

// pause goes back to the caller of resume. It returns at the next resume, and reports whether the job goes on.
func (g *goroutine) pause() bool { return g.yields(struct{}{}) }

// end ends a coroutine that waits for a job.
func (g *goroutine) end() { g.ends() }

// die says that it can do no further job.
func (g *goroutine) die() { g.dead = true }

func (g *goroutine) isDead() bool { return g.dead }

// isAt reports whether it has an address.
func (g *goroutine) isAt(address uintptr) bool { return g.address == address }

// id returns its number.
func (g *goroutine) id() string { return g.number }

// has reports whether it has a number.
func (g *goroutine) has(number string) bool { return g.number == number }

// borrow makes the calling goroutine do the thread's work, for once. Its first pause ends it.
func (g *goroutine) borrow() { g.address = goid.Goroutine() }

// exits makes the first pause end the goroutine.
func (g *goroutine) exits() {
	g.yields = func(struct{}) bool { runtime.Goexit(); return false }
}
