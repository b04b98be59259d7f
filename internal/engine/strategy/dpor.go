package strategy

import "slices"

// DPOR covers every schedule, up to the order of steps that commute. It runs at least one schedule
// of each such class. The algorithm uses source sets and sleep sets: algorithm 1 of P. A. Abdulla,
// S. Aronis, B. Jonsson and K. Sagonas, "Optimal Dynamic Partial Order Reduction" (POPL 2014).
// Whether two steps depend on each other is decided by what they did: a failed CAS is only a read.
type DPOR struct {
	stack  []frame
	events int // finished frames of the current execution

	clocks  []int32 // the clock of frame i is clocks[i*width:][:width], see clock
	width   int
	last    []int32 // per object: its last frame of this execution, or -1
	slots   []int32 // per slot of a queue: the same
	latest  []int32 // per thread: its last frame or, if it has none, its parent's; or -1
	scratch []int32 // a clock
	first   []int32 // per thread: its first step on the way, see reverse
	missed  []int32 // a clock, see misses
	all     []int32 // a clock, see dependence
	links   []link  // of the frames, see link
	picked  bool    // a step was picked and is not done
	special int     // the first frame that is not one decision, or at least the number of frames

	// Part shard of shards, see NewPart.
	shard, shards int
	parts         int // subtrees met so far
	root          int // the frame at the root of the current subtree, or -1

	started, done bool
	cutOff        bool // an execution was cut off, so not everything was covered
	fault         error
}

// frame is a step of the current execution, with the other threads that could have run there.
type frame struct {
	op     Op
	thread int32 // -1 for a Choose
	order  int32 // the number of this step among its thread's steps
	prev   int32 // the previous frame of the object, or -1
	links  int32 // the frame's links are those from here
	end    int32 // to here
	met    bool  // the other thread's part of the step before
	wrote  bool  // with an earlier choice, the step did not only read

	enabled   Set
	backtrack Set // to be tried here
	tried     Set // tried already, without the current one
	sleep     Set // need not be tried: covered by an earlier execution
	onlyRead  Set // the threads of tried and sleep whose step, announced as a Write, only read

	alternatives, choice int
}

// NewDPOR returns the strategy.
func NewDPOR() *DPOR { return NewPart(0, 1) }

// Next implements [Strategy].
func (d *DPOR) Next() bool {
	if d.done || d.fault != nil {
		return false
	}
	if d.started && !d.retreat() {
		d.done = true
		return false
	}
	d.started = true
	d.events = 0
	d.picked = false
	d.last, d.slots = d.last[:0], d.slots[:0]
	d.latest = d.latest[:0]
	return true
}

// Repeats implements [Repeater].
func (d *DPOR) Repeats() int { return max(0, min(len(d.stack)-1, d.special)) }

// Restart implements [Restarter].
func (d *DPOR) Restart() {
	d.stack, d.parts, d.root, d.special = d.stack[:0], 0, -1, noFrame
	d.started, d.done, d.cutOff = false, false, false
}

// retreat drops frames until it reaches one with a thread or a choice left to try, and selects it
// there.
func (d *DPOR) retreat() bool {
	for ; len(d.stack) > 0; d.pop() {
		f := &d.stack[len(d.stack)-1]
		if f.thread < 0 {
			if f.choice+1 < f.alternatives {
				f.choice++
				return true
			}
			continue
		}
		if f.choice+1 < f.alternatives {
			f.choice++
			f.wrote = f.wrote || !f.op.Kind.Reads()
			return true
		}
		f.markTried()
		if left := f.backtrack &^ (f.tried | f.sleep); left != 0 {
			f.thread, f.alternatives, f.choice, f.wrote = int32(left.First()), 0, 0, false
			return true
		}
	}
	return false
}

func (d *DPOR) pop() {
	d.stack = d.stack[:len(d.stack)-1]
	if d.root >= len(d.stack) {
		d.root = -1
	}
	if d.special >= len(d.stack) {
		d.special = noFrame
	}
}

const noFrame = 1 << 30

func (f *frame) markTried() {
	f.tried |= Only(int(f.thread))
	if f.op.Kind.Reads() && !f.wrote {
		f.onlyRead |= Only(int(f.thread))
	}
}

// Pick implements [Strategy].
func (d *DPOR) Pick(s *State) int {
	if d.fault != nil {
		return anyOf(s)
	}
	d.meet(s)
	i := d.events
	if i < len(d.stack) {
		f := &d.stack[i]
		if f.enabled != s.Enabled || f.thread < 0 {
			d.differs("step %d: the enabled threads differ from the last time", i)
			return Abandon
		}
		d.picked = true
		return int(f.thread)
	}
	f := d.push()
	f.enabled = s.Enabled
	f.sleep, f.onlyRead = d.inherit(i, s)
	f.sleep &^= s.Woken
	f.onlyRead &= f.sleep
	awake := s.Enabled &^ f.sleep
	if awake == 0 {
		d.stack = d.stack[:i]
		d.blocked(s)
		return Abandon
	}
	t := awake.First()
	if awake.Has(s.Current) {
		t = s.Current
	}
	f.thread = int32(t)
	f.backtrack = Only(t)
	if d.shards > 1 && !d.mine(i) {
		d.stack = d.stack[:i]
		return Abandon
	}
	d.picked = true
	return t
}

func (d *DPOR) push() *frame {
	links := d.firstLink(len(d.stack))
	n := len(d.stack)
	if n == cap(d.stack) {
		d.stack = slices.Grow(d.stack, 1)
	}
	d.stack = d.stack[:n+1]
	f := &d.stack[n]
	*f = frame{} // in place: to append a frame would copy it
	f.links, f.end = links, links
	if n := len(d.stack) * d.width; n > len(d.clocks) {
		d.clocks = append(d.clocks, make([]int32, n)...)
	}
	return f
}

// inherit returns the sleep set of frame i. It has the threads that slept at the frame before or
// were tried there, if their next step commutes with that frame's step.
func (d *DPOR) inherit(i int, s *State) (sleep, onlyRead Set) {
	if i == 0 {
		return 0, 0
	}
	f := &d.stack[i-1]
	rest := (f.sleep | f.tried) & s.Live
	if f.thread >= 0 {
		rest &^= Only(int(f.thread))
	}
	for ; rest != 0; rest &= rest - 1 {
		t := rest.First()
		op := s.Pending[t]
		if f.onlyRead.Has(t) {
			op.Kind = Read
		}
		if f.end == f.links && op.Also == 0 {
			if !f.op.conflicts(op) {
				sleep |= Only(t)
			}
		} else if !d.wakes(f, op, s) {
			sleep |= Only(t)
		}
	}
	return sleep, f.onlyRead & sleep
}

// Choose implements [Strategy].
func (d *DPOR) Choose(s *State, n int) int {
	if d.fault != nil {
		return 0
	}
	d.meet(s)
	i := d.events
	if d.picked {
		d.special = min(d.special, i)
		if f := &d.stack[i]; f.alternatives == 0 {
			f.alternatives = n
		}
	} else {
		d.events++
	}
	if i == len(d.stack) {
		f := d.push()
		f.sleep, f.onlyRead = d.inherit(i, s)
		f.alternatives, f.thread, f.op = n, -1, Op{Kind: Local, Object: -1}
	}
	f := &d.stack[i]
	if f.alternatives != n {
		d.differs("step %d: a choice among %d; the last time it was among %d", i, n, f.alternatives)
		return 0
	}
	return f.choice
}

// Did implements [Strategy].
func (d *DPOR) Did(s *State, thread int, op Op) {
	if d.fault != nil {
		return
	}
	i := d.events
	d.events++
	d.picked = false
	f := &d.stack[i]
	for int(op.Object) >= len(d.last) {
		d.last = append(d.last, -1)
	}
	if i < len(d.stack)-1 {
		if f.op != op {
			d.differs("step %d: thread %d did %v on object %d; the last time it was %v on object %d",
				i, thread, op.Kind, op.Object, f.op.Kind, f.op.Object)
			return
		}
	} else {
		f.op, f.prev = op, -1
		if op.Object >= 0 {
			f.prev = d.last[op.Object]
		}
		if f.end = f.links; op.Also != 0 {
			d.link(i, s)
		}
		d.order(i, s)
	}
	d.latest[thread] = int32(i)
	if f.end > f.links {
		d.touched(i)
	} else if op.Object >= 0 {
		d.last[op.Object] = int32(i)
	}
	for s.Threads > len(d.latest) {
		d.latest = append(d.latest, int32(i))
	}
}
