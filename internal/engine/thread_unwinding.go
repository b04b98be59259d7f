package engine

// doomed returns a thread for code of the program that runs after its execution. Its first step ends it.
func doomed() *thread {
	t := &thread{}
	t.cut.kill()
	t.goroutine.exits()
	return t
}

// unwinding is the panic that ends a thread that will not be scheduled again.
type unwinding struct{}

// stopped is the panic with which S.FailNow ends a thread.
type stopped struct{}

// Unwinds reports whether a panic is the engine's own, with which it ends a thread. Code that recovers
// from it has to panic with it again.
func Unwinds(p any) bool {
	switch p.(type) {
	case unwinding, stopped:
		return true
	}
	return false
}

// stop ends the job of the current thread.
func (t *thread) stop() { panic(stopped{}) }

// live panics if the thread is to unwind. The program may recover from that panic, so each of its
// steps calls live again.
func (t *thread) live() {
	if t.cut.is() {
		if t.cut.hopeless() {
			t.goroutine.die()
			for { // it recovers again and again: give it up
				t.goroutine.pause()
			}
		}
		panic(unwinding{})
	}
}
