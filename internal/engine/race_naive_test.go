package engine_test

import (
	"fmt"
	"strings"
)

// This is a second race detector, which shares no code with the first. It gets the list of all
// events of an execution, and computes the whole relation.

type kind int

const (
	plainRead kind = iota
	plainWrite
	load
	store
	readModifyWrite
	failedSwap // a compare-and-swap that found another value
	lock
	unlock
	readLock
	readUnlock
	done // of a wait group
	waited
	spawn
	join // with all other threads

	// An operation of a channel begins and ends. The event's read numbers those of one channel.
	sendBegins
	sendEnds
	receiveBegins
	receiveEnds
	closes
	closedSeen // a receive ends since the channel is closed
)

var kindNames = [...]string{
	"read", "write", "load", "store", "rmw", "failed cas", "lock", "unlock", "rlock", "runlock", "done", "waited", "spawn", "join",
	"send begins", "send ends", "receive begins", "receive ends", "close", "closed",
}

// event is an event of a thread.
type event struct {
	op     int // index in the program
	thread int
	kind   kind
	at     int // first byte of an access, or number of a lock, or of a started thread
	size   int // of an access
	read   uint64
	wrote  uint64
}

func (e event) String() string {
	s := fmt.Sprintf("thread %d: op%d %s %d", e.thread, e.op, kindNames[e.kind], e.at)
	if e.size > 0 {
		s += fmt.Sprintf("+%d", e.size)
	}
	if e.kind >= sendBegins {
		s += fmt.Sprintf(" no. %d", e.read)
	}
	if e.reads() && e.atomic() {
		s += fmt.Sprintf(" saw %d", e.read)
	}
	if e.writes() && e.atomic() {
		s += fmt.Sprintf(" wrote %d", e.wrote)
	}
	return s
}

func (e event) atomic() bool { return e.kind >= load && e.kind <= failedSwap }
func (e event) reads() bool {
	return e.kind == plainRead || e.kind == load || e.kind == readModifyWrite || e.kind == failedSwap
}
func (e event) writes() bool {
	return e.kind == plainWrite || e.kind == store || e.kind == readModifyWrite
}

// rule reports whether an event synchronizes with a later one in the list.
type rule func(all []event, i, j int) bool

// goRules are what the Go memory model calls synchronized before.
var goRules = map[string]rule{
	"spawn": func(all []event, i, j int) bool { return all[i].kind == spawn && all[j].thread == all[i].at },
	"join":  func(all []event, i, j int) bool { return all[j].kind == join },
	"lock": func(all []event, i, j int) bool {
		return all[i].kind == unlock && all[j].kind == lock && all[i].at == all[j].at
	},
	"reader after writer": func(all []event, i, j int) bool {
		return all[i].kind == unlock && all[j].kind == readLock && all[i].at == all[j].at
	},
	"writer after reader": func(all []event, i, j int) bool {
		return all[i].kind == readUnlock && all[j].kind == lock && all[i].at == all[j].at
	},
	"wait group": func(all []event, i, j int) bool { return all[i].kind == done && all[j].kind == waited },
	"observed":   observed,
}

// observed reports whether j reads the value that i wrote.
func observed(all []event, i, j int) bool {
	if !sameAtomic(all, i, j) || !all[i].writes() || !all[j].reads() {
		return false
	}
	for k := i + 1; k < j; k++ {
		if sameAtomic(all, k, j) && all[k].writes() {
			return false
		}
	}
	return true
}

func sameAtomic(all []event, i, j int) bool {
	return all[i].atomic() && all[j].atomic() && all[i].at == all[j].at
}

// naive is the relation of one execution.
type naive struct {
	all    []event
	before [][]bool
}

func newNaive(all []event, rules map[string]rule) naive {
	n := naive{all, make([][]bool, len(all))}
	for i := range all {
		n.before[i] = make([]bool, len(all))
		for j := i + 1; j < len(all); j++ {
			n.before[i][j] = all[i].thread == all[j].thread
			for _, holds := range rules {
				n.before[i][j] = n.before[i][j] || holds(all, i, j)
			}
		}
	}
	for k := range all {
		for i := range k {
			if n.before[i][k] {
				for j := k + 1; j < len(all); j++ {
					n.before[i][j] = n.before[i][j] || n.before[k][j]
				}
			}
		}
	}
	return n
}

// conflict reports whether two unordered accesses are a race.
func conflict(a, b event) bool {
	return a.size > 0 && b.size > 0 && a.at < b.at+b.size && b.at < a.at+a.size &&
		(a.writes() || b.writes()) && !(a.atomic() && b.atomic())
}

// races returns all racing pairs, sorted by their later access.
func (n naive) races() (pairs [][2]int) {
	for j := range n.all {
		for i := range j {
			if conflict(n.all[i], n.all[j]) && !n.before[i][j] {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// incoherent returns an atomic access that read a value other than the last one written, or -1. If
// there is one, the list is not what happened.
func incoherent(all []event) int {
	last := map[int]uint64{}
	for i, e := range all {
		if e.atomic() && e.reads() && e.read != last[e.at] {
			return i
		}
		if e.atomic() && e.writes() {
			last[e.at] = e.wrote
		}
	}
	return -1
}

func list(all []event) string {
	var b strings.Builder
	for i, e := range all {
		fmt.Fprintf(&b, "%3d %v\n", i, e)
	}
	return b.String()
}

// conflicts returns how many pairs would race if nothing ordered threads.
func conflicts(all []event) (count int) {
	for j, b := range all {
		for _, a := range all[:j] {
			if a.thread != b.thread && conflict(a, b) {
				count++
			}
		}
	}
	return count
}
