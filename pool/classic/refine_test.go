package classic

import (
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// refinements are the programs that machines follow, by module.
var refinements = [][]refinetest.Program{wspools, vts, twoQs}

// These protocols have modules. Each step of the code must be a step of the machine.
func TestSched_Refines(t *testing.T) {
	for _, programs := range refinements {
		t.Run(programs[0].Protocol().Module, func(t *testing.T) { refinetest.Follow(t, programs) })
	}
}

// faults are machines with a fault, by name or by a constant, each with the message of the
// divergence that it causes. VTSignal's NoBarrier is missing: it can do all that the code does.
var faults = []struct{ module, naive, from, to, says string }{
	{module: "WSPoolWait", naive: "AsDescribed", says: ": the machine is not there"},
	{module: "WSPoolWait", naive: "NoStopRecheck", says: " at WSPoolWait.RecheckStop: the machine is not there"},
	{module: "WSPoolWait", naive: "ParksAtOnce", says: " at WSPoolWait.LookAgain: the machine is not there"},
	{module: "WSPoolWait", naive: "StatusLast", says: " at WSPoolWait.Complete: the machine is not there"},
	{module: "VTSignal", from: "Again = 1", to: "Again = 0", says: ": the machine is not there"},
	{module: "VTSignal", naive: "GlobalFirst", says: " at VTSignal.TakeGlobal: the machine would have waiting = "},
	{module: "VTSignal", naive: "ShutdownFirst", says: " at VTSignal.TakeGlobal: the machine would have waiting = "},
	{module: "VTSignal", naive: "SignalFirst", says: " at VTSignal.Submit: the machine is not there"},
	{module: "VTSignal", naive: "Swallows", says: " at VTSignal.PassOn: the machine is not there"},
	{module: "TwoQueue", from: "TwoQueues = TRUE", to: "TwoQueues = FALSE", says: ": the machine is not there"},
	{module: "TwoQueue", from: "PushesStolen = FALSE", to: "PushesStolen = TRUE", says: ": the machine is not there"},
	{module: "TwoQueue", naive: "FetchFront", says: " at WSPoolWait.JoinLook: another object"},
	{module: "TwoQueue", naive: "ReadsChildLate", says: " at WSPoolWait.Complete: another object"},
}

// The code must diverge from a machine with a fault. For each fault, some program diverges at
// the step of the fault.
func TestSched_RefinesNoFault(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, fault := range faults {
		t.Run(fault.module+"/"+fault.naive+fault.to, func(t *testing.T) {
			programs := slices.Clone(refinetest.Of(refinements, fault.module))
			for i := range programs {
				programs[i].Constants = strings.Replace(programs[i].Constants, fault.from, fault.to, 1)
			}
			refinetest.Refuse(t, programs, fault.naive, fault.says)
		})
	}
}

var tours = []refinetest.Graph{
	{Name: "WSPoolWait W1F1", Protocol: wspoolProtocol, Constants: "Workers = 1 Forks = 1", Run: unplanned(wspoolFollowed(1, one))},
	{Name: "VTSignal W2R1K1", Protocol: vtProtocol, Constants: "Workers = 2 Roots = 1 Kids = 1 Again = 1", Run: unplanned(vtFollowed(2, 1, one))},
	{Name: "TwoQueue W2S2", Protocol: twoQueueProtocol, Constants: twoQueueSizes(2, 2), Run: unplanned(twoQueueFollowed(2, two))},
}

// unplanned is for programs that have no choices.
func unplanned(run func(*refine.Shadow) func(*sched.S)) func(*refine.Shadow, *refine.Tour) func(*sched.S) {
	return func(f *refine.Shadow, _ *refine.Tour) func(*sched.S) { return run(f) }
}

// The code takes every edge of the graphs of these machines.
func TestSched_Tours(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for _, g := range tours {
		t.Run(g.Name, func(t *testing.T) { refinetest.Walk(t, g) })
	}
}

const aQueue = "an operation of a queue is one step, and a region of its lock in the code"

// lockedQueue returns the places of a queue, a wsq.Locked. The queue changes when one of its ends
// does.
func lockedQueue(word string, q any) []refine.Place {
	v := reflect.ValueOf(q).Elem()
	lock := v.FieldByName("mu").UnsafePointer()
	var places []refine.Place
	for _, end := range []string{"bottom", "top"} {
		at := unsafe.Pointer(v.FieldByName(end).UnsafeAddr())
		places = append(places, refine.Place{Word: word, At: at, Values: refine.Numbers{}, Under: lock, Only: true})
	}
	return places
}

// lockedFields are its ends in the source.
var lockedFields = []string{"d.bottom", "d.top"}

// isDone compares a flag of the machine with the status of a task.
var isDone = refine.Judge(func(machine, code uint64) bool { return (machine == 1) == (code == uint64(complete)) })

// members compares the size of a set of the machine with a count.
var members = refine.Judge(func(machine, code uint64) bool { return bits.OnesCount64(machine) == int(code) })

// unseen compares nothing, because the lock has no value in the code. But the machine must be
// able to take the lock.
var unseen = refine.Judge(func(uint64, uint64) bool { return true })

// uncompared leaves out the counters of a test.
func uncompared(f *refine.Shadow, s *sched.S, ran []atomic.Int32) {
	for i := range ran {
		f.Ignore(s, "a counter of the test", unsafe.Pointer(&ran[i]))
	}
}

// once requires that each task has run once.
func once(s *sched.S, ran []atomic.Int32) {
	for task := range ran {
		if n := ran[task].Load(); n != 1 {
			s.Errorf("task %d ran %d times", task+1, n)
		}
	}
}
