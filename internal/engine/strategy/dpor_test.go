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
	load   code = iota // register = variable
	store              // variable = register + constant
	add                // variable += constant; register = the new value
	cas                // if variable == register { variable = constant }
	skip               // if register is odd, leave out the next instruction
	lock               // of a mutex
	unlock             //
	up                 // of a semaphore
	down               // waits until the semaphore is above 0
	await              // waits until a variable has changed since this thread's last load of it
	choose             // register = 0 or 1, chosen
	call               // begins an operation
	ret                // ends it
)

type instruction struct {
	code  code
	on    int // index of a variable, mutex or semaphore
	value int
}

func (i instruction) String() string {
	names := [...]string{"load", "store", "add", "cas", "skip", "lock", "unlock", "up", "down", "await", "choose", "call", "ret"}
	return fmt.Sprintf("%s(%d,%d)", names[i.code], i.on, i.value)
}

type program [][]instruction

const variables = 3

type thread struct {
	pc, register int
	seen         [variables]int // versions of the variables at the thread's last load
}

// machine is the state of a program.
type machine struct {
	program program
	value   [variables]int
	version [variables]int
	locked  [variables]bool
	count   [variables]int
	threads []thread
	trace   []event
}

type event struct {
	thread int
	op     strategy.Op
	value  int
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
	case await:
		return m.version[in.on] > th.seen[in.on]
	}
	return true
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
	}
	if op.Kind == strategy.Write && in.code <= cas {
		m.version[in.on]++
		th.seen[in.on] = m.version[in.on]
	}
	s.Did(state, t, op)
	if in.code == choose {
		th.register = s.Choose(state, 2)
	}
	// Instructions without a step follow at once.
	for th.pc < len(m.program[t]) && m.program[t][th.pc].code == skip {
		th.pc++
		if th.register%2 != 0 {
			th.pc++
		}
	}
	m.trace = append(m.trace, event{t, op, th.register})
}

// explore runs a program under a strategy. For each class of executions it returns how often the
// class came.
func explore(t *testing.T, p program, s strategy.Strategy, most int) (classes map[string]int, abandoned int) {
	classes = map[string]int{}
	for runs := 0; s.Next(); runs++ {
		if runs == most {
			return nil, 0
		}
		m := &machine{program: p, threads: make([]thread, len(p))}
		state := &strategy.State{Threads: len(p), Pending: make([]strategy.Op, len(p))}
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
			if f.op.Object == e.op.Object && strategy.Conflict(f.op.Kind, e.op.Kind) {
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
}

func random(rng *rand.Rand, codes []code) program {
	p := make(program, 2+rng.IntN(2))
	for t := range p {
		held := -1
		for n := 1 + rng.IntN(8/len(p)+1); n > 0; n-- {
			in := instruction{codes[rng.IntN(len(codes))], rng.IntN(variables), 1 + rng.IntN(2)}
			if len(p) == 3 {
				in.on = rng.IntN(2)
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
		if held >= 0 && rng.IntN(4) > 0 {
			p[t] = append(p[t], instruction{code: unlock, on: held})
		}
		// A skip must not leave out an unlock, or the lock would be held for ever. It must not be
		// the last instruction either.
		for i, in := range p[t] {
			if in.code == skip && (i+1 == len(p[t]) || p[t][i+1].code == unlock || p[t][i+1].code == lock) {
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
	rng := rand.New(rand.NewPCG(9, *seedFlag))
	tried, parts := 0, 0
	for tried < 200 {
		p := random(rng, shapes[len(shapes)-1].codes)
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
