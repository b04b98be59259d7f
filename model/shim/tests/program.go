package tests

import (
	"os"
	"slices"
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
)

// program is a test as a program: the test, or one of its subtests after what comes before it.
type program struct {
	bind Binding
	top  string // the name of the test
	f    func(*testing.T)
	way  []string // the full names of the subtests that lead to the one that is searched, and its own

	// What the executions have shown.
	parallel map[string]bool // subtests that call Parallel
	news     bool            // this has changed
	subs     []string        // direct subtests of the searched one
	skipped  string          // why the searched one was skipped
	reached  bool            // the searched one was reached
	rest     bool            // what comes after the searched one runs too

	execution
}

// execution is the state of one execution.
type execution struct {
	names   names
	fixed   bool           // the schedule is not searched
	in      string         // the part of the test that runs, for people
	bubble  *engine.Bubble // of package testing/synctest, or nil
	over    bool           // the searched subtest has ended
	restore []func()       // puts the process back, in reverse order
}

// run is the program.
func (p *program) run() {
	p.leave()
	p.execution = execution{names: names{}, in: p.top}
	p.subs = p.subs[:0]
	current = p
	if len(p.way) > 0 {
		p.fix(true, p.top)
	} else {
		p.reached = true
	}
	t := p.newTest(nil, p.top)
	t.thread = engine.Self()
	t.whole(p.f)
	p.leave()
}

// leave puts back what the execution has changed in the process.
func (p *program) leave() {
	for _, f := range slices.Backward(p.restore) {
		f()
	}
	p.restore = nil
}

// fix begins or ends a part whose schedule is not searched.
func (p *program) fix(on bool, in string) {
	engine.Fix(on, in, 0)
	p.fixed, p.in = on, in
}

// target returns the full name of the test that is searched.
func (p *program) target() string {
	if n := len(p.way); n > 0 {
		return p.way[n-1]
	}
	return p.top
}

// setenv sets a variable until the end of the test or, if that is not reached, of the execution.
func (p *program) setenv(key, value string) (undo func(), err error) {
	old, was := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		return nil, err
	}
	return p.undo(func() {
		if was {
			_ = os.Setenv(key, old)
		} else {
			_ = os.Unsetenv(key)
		}
	}), nil
}

func (p *program) chdir(dir string) (undo func(), err error) {
	old, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil {
		return nil, err
	}
	return p.undo(func() { _ = os.Chdir(old) }), nil
}

func (p *program) tempDir() (string, error) {
	dir, err := os.MkdirTemp("", "stealproof-test-")
	if err == nil {
		p.undo(func() { _ = os.RemoveAll(dir) })
	}
	return dir, err
}

// undo registers a function that is called once.
func (p *program) undo(f func()) func() {
	done := false
	once := func() {
		if !done {
			done = true
			f()
		}
	}
	p.restore = append(p.restore, once)
	return once
}
