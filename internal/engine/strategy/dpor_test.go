package strategy_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// This file runs the programs below without the engine, by a few lines that are easy to verify.

var (
	programsFlag = flag.Int("programs", 400, "random programs of each shape")
	seedFlag     = flag.Uint64("seed", 1, "seed of the random programs")
)

type code uint8

const (
	load      code = iota // register = variable
	store                 // variable = register + constant
	add                   // variable += constant; register = the new value
	cas                   // if variable == register { variable = constant }
	skip                  // if register is odd, leave out the next instruction
	lock                  // of a mutex
	unlock                //
	up                    // of a semaphore
	down                  // waits until the semaphore is above 0
	await                 // waits until a variable has changed since this thread's last load of it
	choose                // register = 0 or 1, chosen
	call                  // begins an operation
	ret                   // ends it
	blind                 // variable += constant; nobody sees the new value
	less                  // of a count: one less; the thread ends if that is not possible
	zero                  // waits until the count is 0
	more                  // one more
	begin                 // to wait for a signal; a resume follows
	resume                // waits until a signal has woken this thread
	signal                // wakes one of the waiting threads, chosen
	broadcast             // wakes all
	enter                 // waits until no writer keeps readers out
	leave                 // of a reader
	shut                  // keeps readers out
	drain                 // waits until there is no reader
	reopen                // lets readers in
	push                  // to a queue with two slots; waits while it is full
	pull                  // register = the first value; waits while the queue is empty and open
	end                   // of a queue: nothing is pushed any more, and an empty queue gives 0
)

type instruction struct {
	code  code
	on    int // index of a variable, mutex or semaphore
	value int
}

func (i instruction) String() string {
	names := [...]string{"load", "store", "add", "cas", "skip", "lock", "unlock", "up", "down", "await", "choose", "call", "ret", "blind", "less", "zero", "more", "begin", "resume", "signal", "broadcast", "enter", "leave", "shut", "drain", "reopen", "push", "pull", "end"}
	return fmt.Sprintf("%s(%d,%d)", names[i.code], i.on, i.value)
}

type program [][]instruction

const variables = 3

type thread struct {
	pc, register int
	seen         [variables]int // versions of the variables at the thread's last load
	woken        int            // the place in the trace of the signal that has woken it, plus 1
}

// machine is the state of a program.
type machine struct {
	program program
	value   [variables]int
	version [variables]int
	locked  [variables]bool
	count   [variables]int
	left    [variables]int   // counts of less, zero and more
	waiting [variables][]int // for signals
	readers [variables]int
	shut    [variables]bool
	queue   [variables][]int
	pushed  [variables]int
	pulled  [variables]int
	ended   [variables]bool
	threads []thread
	trace   []event
}

type event struct {
	thread int
	op     strategy.Op
	value  int
	waker  int // of a resume: the place of the signal, plus 1
}

func (m *machine) op(t int) strategy.Op {
	th := &m.threads[t]
	if th.pc >= len(m.program[t]) {
		return strategy.Op{Kind: strategy.Local, Object: -1}
	}
	switch in := m.program[t][th.pc]; in.code {
	case load:
		return strategy.Op{Kind: strategy.Read, Object: int32(in.on)}
	case store, add, cas:
		return strategy.Op{Kind: strategy.Write, Object: int32(in.on)}
	case lock:
		return strategy.Op{Kind: strategy.Lock, Object: int32(variables + in.on)}
	case unlock:
		return strategy.Op{Kind: strategy.Unlock, Object: int32(variables + in.on)}
	case up:
		return strategy.Op{Kind: strategy.Write, Object: int32(2*variables + in.on)}
	case down:
		return strategy.Op{Kind: strategy.Wait, Object: int32(2*variables + in.on)}
	case await:
		return strategy.Op{Kind: strategy.Await, Object: -1}
	case blind:
		return strategy.Op{Kind: strategy.Add, Object: int32(in.on)}
	case less:
		return strategy.Op{Kind: strategy.Add, Object: int32(4*variables + in.on)}
	case more:
		return strategy.Op{Kind: strategy.Write, Object: int32(4*variables + in.on)}
	case zero:
		return strategy.Op{Kind: strategy.Wait, Object: int32(4*variables + in.on)}
	case begin, signal, broadcast:
		return strategy.Op{Kind: strategy.Write, Object: int32(5*variables + in.on)}
	case resume:
		return strategy.Op{Kind: strategy.Resume, Object: int32(5*variables + in.on)}
	case enter:
		return strategy.Op{Kind: strategy.Enter, Object: int32(6*variables + in.on)}
	case leave:
		return strategy.Op{Kind: strategy.Add, Object: int32(6*variables + in.on)}
	case shut, reopen:
		return strategy.Op{Kind: strategy.Write, Object: int32(6*variables + in.on)}
	case drain:
		return strategy.Op{Kind: strategy.Wait, Object: int32(6*variables + in.on)}
	case push, pull:
		return m.queues(in)
	case end:
		return strategy.Op{Kind: strategy.Write, Object: int32(7*variables + in.on)}
	case call:
		return strategy.Op{Kind: strategy.Call, Object: 3 * variables}
	case ret:
		return strategy.Op{Kind: strategy.Return, Object: 3 * variables}
	}
	return strategy.Op{Kind: strategy.Local, Object: -1}
}

func (m *machine) enabled(t int) bool {
	th := &m.threads[t]
	switch in := m.program[t][th.pc]; in.code {
	case lock:
		return !m.locked[in.on]
	case down:
		return m.count[in.on] > 0
	case zero:
		return m.left[in.on] == 0
	case enter:
		return !m.shut[in.on]
	case push:
		return m.ended[in.on] || len(m.queue[in.on]) < 2
	case pull:
		return m.ended[in.on] || len(m.queue[in.on]) > 0
	case drain:
		return m.readers[in.on] == 0
	case resume:
		return th.woken > 0
	case await:
		return m.version[in.on] > th.seen[in.on]
	}
	return true
}

// slots has the slots of the queues, for State.Also.
var slots = func() (all [][]strategy.Touch) {
	all = append(all, nil)
	for i := range 2 * variables {
		all = append(all, []strategy.Touch{{Kind: strategy.After, Object: int32(-3 - i)}})
	}
	return all
}()

// queues returns the step of a push or a pull.
func (m *machine) queues(in instruction) strategy.Op {
	op := strategy.Op{Kind: strategy.Push, Object: int32(7*variables + in.on)}
	n := m.pushed[in.on]
	if in.code == pull {
		op.Kind, n = strategy.Pull, m.pulled[in.on]
	}
	switch op.Also = int32(1 + 2*in.on + n%2); {
	case m.ended[in.on] && in.code == pull && len(m.queue[in.on]) == 0:
		op.Kind, op.Also = strategy.Closed, 0
	case m.ended[in.on]:
		op.Kind, op.Also = strategy.Wait, 0
	}
	return op
}

// do does a thread's next step.
func (m *machine) do(t int, s strategy.Strategy, state *strategy.State) {
	op := m.op(t)
	th := &m.threads[t]
	in := m.program[t][th.pc]
	th.pc++
	switch v := &m.value[in.on]; in.code {
	case load:
		th.register = *v
		th.seen[in.on] = m.version[in.on]
	case store:
		*v = th.register + in.value
	case add:
		*v += in.value
		th.register = *v
	case cas:
		if *v == th.register {
			*v = in.value
		} else {
			op.Kind = strategy.Read
			th.seen[in.on] = m.version[in.on]
		}
	case lock:
		m.locked[in.on] = true
	case unlock:
		m.locked[in.on] = false
	case up:
		m.count[in.on]++
	case down:
		m.count[in.on]--
	case blind:
		*v += in.value
		m.version[in.on]++
		th.seen[in.on]++ // it is no change for itself, but it has not seen what others have added
	case more:
		m.left[in.on]++
	case less:
		m.lessen(t, in.on, &op, state)
	case push, pull, end:
		m.pass(t, in)
	case enter:
		m.readers[in.on]++
	case leave:
		m.readers[in.on]--
	case shut, reopen:
		m.shut[in.on] = in.code == shut
	case zero:
		op.Kind = strategy.Closed
	case begin:
		m.waiting[in.on] = append(m.waiting[in.on], t)
		th.woken = 0
	case signal, broadcast:
		if len(m.waiting[in.on]) == 0 {
			op.Kind = strategy.Read
		}
	}
	if op.Kind == strategy.Write && in.code <= cas {
		m.version[in.on]++
		th.seen[in.on] = m.version[in.on]
	}
	s.Did(state, t, op)
	if in.code == choose {
		th.register = s.Choose(state, 2)
	}
	if in.code == signal || in.code == broadcast {
		th.register = m.wake(in, s, state)
	}
	// Instructions without a step follow at once.
	for th.pc < len(m.program[t]) && m.program[t][th.pc].code == skip {
		th.pc++
		if th.register%2 != 0 {
			th.pc++
		}
	}
	m.trace = append(m.trace, event{t, op, th.register, th.woken})
}

// pass does a step of a queue.
func (m *machine) pass(t int, in instruction) {
	q := &m.queue[in.on]
	switch {
	case in.code == end:
		m.ended[in.on] = true
	case in.code == push && m.ended[in.on]:
		m.threads[t].pc = len(m.program[t])
	case in.code == push:
		*q = append(*q, 10*t+in.value)
		m.pushed[in.on]++
	case len(*q) == 0:
		m.threads[t].register = 0
	default:
		m.threads[t].register = (*q)[0]
		*q = (*q)[1:]
		m.pulled[in.on]++
	}
}

// wake wakes one waiting thread, or all. It returns which one.
func (m *machine) wake(in instruction, s strategy.Strategy, state *strategy.State) int {
	all := m.waiting[in.on]
	if len(all) == 0 {
		return 0
	}
	if in.code == broadcast {
		for _, t := range all {
			m.threads[t].woken = len(m.trace) + 1
		}
		m.waiting[in.on] = nil
		return 0
	}
	i := 0
	if len(all) > 1 {
		i = s.Choose(state, len(all))
	}
	t := all[i]
	m.threads[t].woken = len(m.trace) + 1
	m.waiting[in.on] = append(all[:i:i], all[i+1:]...)
	return t
}

// lessen makes a count smaller. At zero, a further less changes what it does.
func (m *machine) lessen(t, on int, op *strategy.Op, state *strategy.State) {
	if m.left[on]--; m.left[on] <= 0 {
		for i := range m.threads {
			if other := m.op(i); i != t && other.Kind == strategy.Add && other.Object == op.Object {
				state.Woken |= strategy.Only(i)
			}
		}
	}
	if m.left[on] < 0 {
		m.left[on] = 0
		op.Kind = strategy.Write
		m.threads[t].pc = len(m.program[t])
	}
}

// explore runs a program under a strategy. For each class of executions it returns how often the
// class came.
func explore(t *testing.T, p program, s strategy.Strategy, most int) (classes map[string]int, abandoned int) {
	classes = map[string]int{}
	for runs := 0; s.Next(); runs++ {
		if runs == most {
			return nil, 0
		}
		m := &machine{program: p, threads: make([]thread, len(p)), left: [variables]int{1, 2, 2}, queue: [variables][]int{{7}, {8}}, pushed: [variables]int{1, 1}}
		state := &strategy.State{Threads: len(p), Pending: make([]strategy.Op, len(p)), Also: slots}
		why := strategy.Complete
		for {
			state.Live, state.Enabled = 0, 0
			for i := range p {
				state.Pending[i] = m.op(i)
				if m.threads[i].pc < len(p[i]) {
					state.Live |= strategy.Only(i)
					if m.enabled(i) {
						state.Enabled |= strategy.Only(i)
					}
				}
			}
			if state.Enabled == 0 {
				break
			}
			pick := s.Pick(state)
			if pick == strategy.Abandon {
				why = strategy.Abandoned
				abandoned++
				break
			}
			require.True(t, state.Enabled.Has(pick))
			state.Current = pick
			state.Woken = 0
			m.do(pick, s, state)
		}
		s.End(state, why)
		require.NoError(t, s.Fault())
		if why == strategy.Complete {
			classes[class(m, state.Live)]++
		}
	}
	return classes, abandoned
}

// class returns a text for the class of an execution: each thread's steps, with the steps that
// each one comes after.
func class(m *machine, left strategy.Set) string {
	n := len(m.threads)
	clocks := make([][]int, len(m.trace))
	lines := make([][]string, n)
	latest := make([]int, n)
	for i := range latest {
		latest[i] = -1
	}
	for i, e := range m.trace {
		clock := make([]int, n)
		merge := func(k int) {
			for t, v := range clocks[k] {
				clock[t] = max(clock[t], v)
			}
		}
		if latest[e.thread] >= 0 {
			merge(latest[e.thread])
		}
		for k := range i {
			f := m.trace[k]
			if e.op.Kind == strategy.Resume && k == e.waker-1 || e.op.Also != 0 && f.op.Also == e.op.Also || f.op.Object == e.op.Object && strategy.Conflict(f.op.Kind, e.op.Kind) {
				merge(k)
			}
		}
		clock[e.thread]++
		clocks[i], latest[e.thread] = clock, i
		lines[e.thread] = append(lines[e.thread], fmt.Sprint(e.op, e.value, clock))
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.Join(l, " ") + "\n")
	}
	fmt.Fprintf(&b, "left %b", left)
	return b.String()
}

type shape struct {
	name  string
	codes []code
}

var shapes = []shape{
	{"loads and stores", []code{load, store, add, skip}},
	{"with cas", []code{load, store, cas, cas, add, skip}},
	{"mutexes", []code{load, store, lock, lock, skip}},
	{"semaphores", []code{load, store, up, down, skip}},
	{"awaits", []code{load, store, add, await, await, skip}},
	{"choices", []code{load, store, add, choose, skip, skip}},
	{"calls", []code{load, store, add, call, ret}},
	{"all", []code{load, store, add, cas, skip, lock, lock, up, down, await, choose, call, ret}},
	{"additions", []code{load, store, add, cas, blind, blind, blind, await, skip}},
	{"wait groups", []code{load, store, less, less, less, less, zero, more, skip}},
	{"wait groups of two", []code{load, less, less, zero, more}},
	{"conditions", []code{load, store, begin, begin, signal, signal, broadcast}},
	{"conditions of mutexes", []code{load, lock, lock, begin, begin, signal, broadcast, add}},
	{"readers", []code{load, store, enter, enter, enter, shut, skip}},
	{"readers and writers", []code{load, store, enter, enter, shut, shut, lock, begin, signal}},
	{"queues", []code{load, push, push, push, pull, pull, pull}},
	{"queues that end", []code{store, push, push, pull, pull, pull, end, skip}},
	{"all and more", []code{load, store, add, blind, cas, skip, lock, up, down, await, choose, less, less, zero, more, blind, begin, signal, broadcast, enter, enter, shut, push, pull, end}},
}

// exits gives back the lock of a reader or of a writer.
func exits(on int, reader bool) []instruction {
	if reader {
		return []instruction{{code: leave, on: on}}
	}
	return []instruction{{code: reopen, on: on}, {code: unlock, on: on}}
}

func random(rng *rand.Rand, codes []code) program {
	p := make(program, 2+rng.IntN(2))
	for t := range p {
		held, at, inside, outside := -1, 0, false, false // inside as a reader, outside are all others
		for n := 1 + rng.IntN(8/len(p)+1); n > 0; n-- {
			in := instruction{codes[rng.IntN(len(codes))], rng.IntN(variables), 1 + rng.IntN(2)}
			if len(p) == 3 {
				in.on = rng.IntN(2)
			}
			if in.code == enter && inside || in.code == shut && outside {
				p[t] = append(p[t], exits(at, inside)...)
				inside, outside = false, false
				continue
			}
			if (in.code == enter || in.code == shut) && (inside || outside) {
				in.code = load
			}
			if in.code == enter {
				inside, at = true, in.on
			}
			if in.code == shut {
				outside, at = true, in.on
				p[t] = append(p[t], instruction{code: lock, on: at}, in, instruction{code: drain, on: at})
				n -= 2
				continue
			}
			if in.code == begin { // it gives back the mutex and takes it again
				wait := []instruction{{code: begin, on: in.on}, {code: resume, on: in.on}}
				if held >= 0 {
					wait = append([]instruction{wait[0], {code: unlock, on: held}}, wait[1], instruction{code: lock, on: held})
				}
				p[t] = append(p[t], wait...)
				n--
				continue
			}
			if in.code == skip && len(p[t]) == 0 {
				in.code = load
			}
			if in.code == lock {
				if held >= 0 && (in.on == held || rng.IntN(2) == 0) {
					in = instruction{code: unlock, on: held}
					held = -1
				} else if held < 0 {
					held = in.on
				}
			}
			p[t] = append(p[t], in)
		}
		if (inside || outside) && rng.IntN(4) > 0 {
			p[t] = append(p[t], exits(at, inside)...)
		}
		if held >= 0 && rng.IntN(4) > 0 {
			p[t] = append(p[t], instruction{code: unlock, on: held})
		}
		// A skip must not leave out an unlock, or the lock would be held for ever. It must not be
		// the last instruction either.
		for i, in := range p[t] {
			if in.code == skip && (i+1 == len(p[t]) || p[t][i+1].code >= begin && p[t][i+1].code <= reopen || p[t][i+1].code == unlock || p[t][i+1].code == lock) {
				p[t][i].code = load
			}
		}
	}
	return p
}

// DPOR reaches exactly the classes that the search of all schedules reaches.
func TestDPOR_ReachesEveryClass(t *testing.T) {
	programs := *programsFlag
	if testing.Short() {
		programs = 100
	}
	for i, sh := range shapes {
		t.Run(sh.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(i), *seedFlag))
			tried, classes, runs, naive, blocked, stuck := 0, 0, 0, 0, 0, 0
			for tried < programs {
				p := random(rng, sh.codes)
				want, _ := explore(t, p, strategy.NewBounded(-1), 5_000)
				if want == nil {
					continue
				}
				tried++
				got, abandoned := explore(t, p, strategy.NewDPOR(), 1_000_000)
				for c := range want {
					if got[c] == 0 {
						require.Fail(t, "a class was not reached", "%v\n%s", p, c)
					}
					classes++
					naive += want[c]
					if !strings.HasSuffix(c, "left 0") {
						stuck++
					}
				}
				require.Len(t, got, len(want), "%v", p)
				for _, n := range got {
					runs += n
				}
				blocked += abandoned
			}
			t.Logf("%d programs: %d classes, %d of them deadlocks, in %d executions and %d abandoned; all schedules: %d",
				tried, classes, stuck, runs, blocked, naive)
		})
	}
}

// The parts of a search together reach every class.
func TestNewPart_PartsReachEveryClass(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, *seedFlag)) // of the first eight shapes
	tried, parts := 0, 0
	for tried < 200 {
		p := random(rng, shapes[7].codes)
		want, _ := explore(t, p, strategy.NewBounded(-1), 5_000)
		if want == nil {
			continue
		}
		tried++
		got := map[string]bool{}
		for shard := range 3 {
			part, _ := explore(t, p, strategy.NewPart(shard, 3), 1_000_000)
			for c := range part {
				got[c] = true
			}
			if len(part) > 0 && len(part) < len(want) {
				parts++
			}
		}
		require.Len(t, got, len(want), "%v", p)
	}
	require.Positive(t, parts, "no search was divided")
}
