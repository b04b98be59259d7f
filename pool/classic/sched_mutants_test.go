package classic

import (
	"testing"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// mutants has a program for each mutant of this package in package mutation. The program shows
// the fault.
var mutants = []struct {
	name  string
	run   func(*sched.S)
	bound sched.Options
	long  bool // its search takes a minute
}{
	{"wspool-as-described", wspoolWaits(1), few, false},
	{"wspool-no-stop-recheck", tree(systems[0], 1, leaf), few, false},
	{"wspool-parks-at-once", joins(wspoolJoins, one, 1), few, false},
	{"wspool-helps-anyone", wspoolJoinsAcross, few, false},
	{"wspool-calls-apart", wspoolCalls, few, false},
	{"wspool-status-last", joins(wspoolJoins, one, 1), few, false},
	{"vt-as-described", vtForks, few, false},
	{"vt-signal-first", vtWaits(1), few, false},
	{"vt-no-barrier", tree(systems[1], 2, leaf), few, false},
	{"vt-not-paired", vtUnpaired, few, false},
	{"vt-joins-its-elders", vtElder, few, false},
	{"vt-keeps-a-permit", vtBegins, sched.Options{Executions: few.Executions, Strategy: strategy.NewBounded(2)}, false},
	{"2q-fetch-front", processes(2, true, CMULockFree, chain), few, false},
	// 1,000 steps are enough: the corrected form takes a hundred.
	{"2q-pushes-stolen", processes(2, true, CMULockFree, chain), sched.Options{Executions: few.Executions, Steps: 1000, NoSpinning: true}, false},
	{"2q-reads-child-late", processes(2, true, CMULockFree, one), few, false},
	{"duffy-looks-once", duffyForks, few, false},
	{"duffy-leaves-at-once", duffyCloses, few, false},
	{"duffy-waits-for-no-lock", duffyLocked, few, false},
	{"duffy-swallows", duffyWaits(2), sched.Options{Executions: 1_000_000}, true},
	{"iith-as-described", lastIsStolen, few, false},
	{"iith-leaves-early", generated(IITHOptions{Threads: 1}, 1), few, false},
	{"iith-two-owners", generated(IITHOptions{Threads: 1}, 2), few, false},
}

// few is enough to find each mutant except the long one.
var few = sched.Options{Executions: 5000}

// nested is shape 4 of TwoQueue.
var nested = &vertex{children: []*vertex{{id: 1, children: []*vertex{{id: 3}, {id: 4}}}, {id: 2}}, oldest: true}

// The corrected form has no failure. TestSchedClassic of package fuzz puts the faults in, one by
// one, and requires a failure for each.
func TestSched_Mutants(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			if m.long && testing.Short() {
				t.Skip("takes a minute")
			}
			sched.Explore(t, m.run, m.bound)
		})
	}
}

// vtUnpaired makes a task submit another one that no task gets.
func vtUnpaired(s *sched.S) {
	p := NewVT(1, false)
	ran := false
	root := NewFuture(func(w *VTWorker) int {
		NewFuture(func(*VTWorker) int { ran = true; return 0 }).Fork(w)
		return 1
	})
	p.Submit(root)
	root.Join(nil)
	p.Close()
	if !ran {
		s.Errorf("the submitted task was not run")
	}
}

// vtElder makes a task get an older task, and not the task that it submits.
func vtElder(s *sched.S) {
	p := NewVT(1, false)
	ran := false
	root := NewFuture(func(w *VTWorker) int {
		elder := NewFuture(func(*VTWorker) int { return 1 })
		task := NewFuture(func(w *VTWorker) int {
			NewFuture(func(*VTWorker) int { ran = true; return 0 }).Fork(w)
			return elder.Join(w)
		})
		elder.Fork(w)
		task.Fork(w)
		task.Join(w)
		if !ran {
			s.Errorf("a task is complete before the task that it has submitted")
		}
		return 1
	})
	p.Submit(root)
	root.Join(nil)
	p.Close()
}

// lastIsStolen makes the last thread wait in one of its tasks for the other one.
func lastIsStolen(s *sched.S) {
	p := NewIITH(IITHOptions{Threads: 2})
	begun := park.New()
	p.Add(1, begun.Unpark)
	p.Add(1, begun.Park)
	p.Run()
}
