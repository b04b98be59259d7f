package explore

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"time"
	"unsafe"
)

// The search expands the states of a level in blocks. Each block has two phases. In the first, goroutines take
// chunks of the block and make all steps. In the second, they take shards and add the reached states, in the
// order of the chunks. So there are no locks, and the order in which states are added does not depend on the
// goroutines.

const (
	chunkStates = 512
	blockChunks = 32
)

type search[S comparable] struct {
	visited
	m       *Model[S]
	o       Options
	start   time.Time
	said    time.Time
	level   [shardCount][]entry[S] // the level that is being expanded
	next    [shardCount]fresh[S]
	queued  int // states of level that are not expanded yet
	chunks  [blockChunks]chunk[S]
	broken  *breach // the first one in the search's order
	result  Result
	workers int
}

// chunk is a part of a level, with the targets of its steps.
type chunk[S comparable] struct {
	from      []entry[S]
	steps     []Step[S]
	reached   []reached
	heads     [shardCount]int32 // index + 1 of the first reached state of each shard
	tails     [shardCount]int32
	hashes    []StateHash // hashes of the states in from
	generated int
	fault     fault
}

// reached has more facts about a step of a chunk.
type reached struct {
	print  fingerprint
	source uint16 // index in from
	repeat bool   // an earlier step of the same state has the same edge
	next   int32  // index + 1 of the next one of the same shard
}

func (m *Model[S]) check() error {
	var s S
	if err := plain(reflect.TypeOf(s)); err != nil {
		return fmt.Errorf("explore: %w", err)
	}
	switch {
	case len(m.Init) == 0:
		return errors.New("explore: no initial state")
	case len(m.Threads) > 32 || len(m.Actions) > 256 || len(m.Temporal) > 32:
		return errors.New("explore: more than 32 threads, 256 actions or 32 temporal properties")
	case len(m.Temporal) > 0 && m.Within != nil:
		return errors.New("explore: a constraint would cut off infinite runs, so temporal properties cannot be judged with one")
	case len(m.Temporal) > 0 && m.Canonical != nil:
		return errors.New("explore: symmetric states count as one, so temporal properties cannot be judged")
	}
	return nil
}

func newSearch[S comparable](m *Model[S], o Options) *search[S] {
	x := &search[S]{m: m, o: o, start: time.Now(), workers: o.Workers}
	if x.workers <= 0 {
		x.workers = runtime.GOMAXPROCS(0)
	}
	if x.o.Every <= 0 {
		x.o.Every = time.Second
	}
	for i := range x.shards {
		x.shards[i].taken = make([]int, len(m.Actions))
	}
	x.said = x.start
	return x
}

func (x *search[S]) run(ctx context.Context) {
	defer func() {
		x.result.Took = time.Since(x.start)
		x.sum()
	}()
	x.begin()
	for x.broken == nil && x.nextLevel() {
		for block := range x.blocks() {
			if x.bounded(ctx) {
				x.result.Ending = BoundHit
				return
			}
			x.expand(block)
			x.tell()
			if x.broken != nil {
				break
			}
		}
	}
	switch {
	case x.broken != nil:
		x.result.Ending, x.result.Failure = Failed, x.trace(x.broken)
	default:
		x.result.Ending = Exhausted
		if f := x.checkTemporal(); f != nil {
			x.result.Ending, x.result.Failure = Failed, f
		}
	}
}

// begin adds the initial states.
func (x *search[S]) begin() {
	for i := range x.m.Init {
		s := x.m.Init[i]
		if x.m.Canonical != nil {
			x.m.Canonical(&s)
		}
		p := fingerprintOf(bytesOf(&s))
		h := &x.shards[p.hi>>(64-shardBits)]
		x.result.Generated++
		place, isNew := h.find(p, none)
		if !isNew {
			continue
		}
		id := idOf(int(p.hi>>(64-shardBits)), place)
		x.add(&s, id, breach{step: i, from: none, to: p}, nil)
		if x.o.Digest {
			h.sum.Add(InitialHash(h.hashes[place]))
		}
		if h.fault.first != nil && x.broken == nil {
			x.broken = h.fault.first
		}
		x.result.States++
	}
}

// add records the facts about a new state.
func (x *search[S]) add(s *S, id uint32, at breach, text *[]byte) {
	number := shardOf(id)
	h, next := &x.shards[number], &x.next[number]
	next.states = append(next.states, entry[S]{*s, id})
	for i := range x.m.Invariants {
		if !x.m.Invariants[i].Holds(s) {
			at.rule, at.name = RuleInvariant, x.m.Invariants[i].Name
			h.fault.note(at)
			break
		}
	}
	if len(x.m.Temporal) > 0 {
		k := mark{depth: uint32(x.result.Depth)}
		for i, t := range x.m.Temporal {
			if t.Form == LeadsTo && t.When(s) {
				k.holds |= 1 << (2 * i)
			}
			if t.Then(s) {
				k.holds |= 2 << (2 * i)
			}
		}
		h.marks = append(h.marks, k)
	}
	if x.o.Digest {
		var b []byte
		if text != nil {
			b = (*text)[:0]
		}
		b = x.m.Text(b, s)
		if text != nil {
			*text = b
		}
		h.hashes = append(h.hashes, HashState(b))
	}
}

// nextLevel makes the states that were found last the level to expand.
func (x *search[S]) nextLevel() bool {
	x.queued = 0
	for i := range x.next {
		next := &x.next[i]
		x.level[i], next.states = next.states, x.level[i][:0]
		x.queued += len(x.level[i])
	}
	if x.queued > 0 {
		x.result.Depth++
	}
	return x.queued > 0
}

// blocks cuts the level into blocks of chunks. It yields the number of filled chunks in x.chunks.
func (x *search[S]) blocks() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		n := 0
		for _, states := range x.level {
			for len(states) > 0 {
				size := min(chunkStates, len(states))
				x.chunks[n].from, states = states[:size], states[size:]
				if n++; n == blockChunks {
					if !yield(n) {
						return
					}
					n = 0
				}
			}
		}
		if n > 0 {
			yield(n)
		}
	}
}

// bounded reports whether the search must end before the next block.
func (x *search[S]) bounded(ctx context.Context) bool {
	bound := ""
	switch {
	case ctx.Err() != nil:
		bound = context.Cause(ctx).Error()
	case x.o.States > 0 && x.result.States >= x.o.States:
		bound = fmt.Sprintf("%d states", x.o.States)
	case x.o.Memory > 0 && x.memory() > x.o.Memory:
		bound = fmt.Sprintf("%d MB", x.o.Memory>>20)
	default:
		return false
	}
	x.result.Bound = fmt.Sprintf("%s; %d states were not expanded", bound, x.queue())
	return true
}

// memory returns about how many bytes the search uses.
func (x *search[S]) memory() int64 {
	var e entry[S]
	var s Step[S]
	n := int64(0)
	of := func(count int, size uintptr) { n += int64(count) * int64(size) }
	for i := range x.shards {
		h := &x.shards[i]
		of(cap(h.prints), unsafe.Sizeof(fingerprint{}))
		of(cap(h.parents)+cap(h.slots), 4)
		of(cap(h.hashes), unsafe.Sizeof(StateHash{}))
		of(cap(h.marks), unsafe.Sizeof(mark{}))
		of(cap(h.edges), unsafe.Sizeof(edge{}))
		of(cap(x.next[i].states)+cap(x.level[i]), unsafe.Sizeof(e))
	}
	for i := range x.chunks {
		of(cap(x.chunks[i].steps), unsafe.Sizeof(s)+unsafe.Sizeof(reached{}))
	}
	return n
}

// queue returns the number of states that were found but not expanded.
func (x *search[S]) queue() int {
	n := x.queued
	for i := range x.next {
		n += len(x.next[i].states)
	}
	return n
}

// tell reports progress if it is time to.
func (x *search[S]) tell() {
	if x.o.Progress == nil || time.Since(x.said) < x.o.Every {
		return
	}
	x.said = time.Now()
	p := x.result.Progress
	p.Queue, p.Took = x.queue(), time.Since(x.start)
	x.o.Progress(p)
}

// sum adds up the counts of the shards.
func (x *search[S]) sum() {
	x.result.Queue = x.queue()
	x.result.Taken = make([]int, len(x.m.Actions))
	for i := range x.shards {
		h := &x.shards[i]
		x.result.Edges += h.count
		x.result.Digest.Merge(h.sum)
		for a, n := range h.taken {
			x.result.Taken[a] += n
		}
	}
}
