package lin

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"

	"github.com/stealproof/stealproof/model"
)

// Relaxed allows operations out of order, by at most k. It takes a shortest sequence of operations that leads to the
// state. A wrong result is allowed if it is right after this sequence without some k operations, or fewer. So a Pop
// of a queue may return one of the k+1 oldest items, and say that the queue is empty while it has k items. With
// k = 0 nothing is relaxed. Operations are only left out, and none is added. This is the out-of-order relaxation of
// Henzinger, Kirsch, Payer, Sezgin and Sokolova (POPL 2013), with the maximal cost of a step.
//
// Relaxed goes with each [Condition]. The methods of the specification must have the first or the second form of an
// [Op], and no request: it has no method AskX.
func Relaxed(k int) Option { return option(func(c *config) { c.relaxed = k }) }

// mostRelaxed bounds k, because the judge tries all sets of at most k operations.
const mostRelaxed = 8

// relaxable returns an error if the operations cannot be judged by a relaxed specification.
func (c *config) relaxable() error {
	if c.relaxed < 0 || c.relaxed > mostRelaxed {
		return fmt.Errorf("Relaxed(%d): want a number from 0 to %d", c.relaxed, mostRelaxed)
	}
	for _, o := range c.ops {
		if c.relaxed > 0 && o.rule == branches {
			return fmt.Errorf("Relaxed needs a specification whose next state is determined by the result; its method %s returns a set of states", o.name)
		}
		if c.relaxed > 0 && o.ask >= 0 {
			return fmt.Errorf("Relaxed leaves out whole operations, and those with a method Ask%s have two parts: describe %[1]s by Can%[1]s instead, or check without Relaxed", o.name)
		}
	}
	return nil
}

// rules returns the specification, relaxed or not.
func (c *config) rules(m *machine) rules {
	if c.relaxed > 0 {
		return newRelaxed(m, c.relaxed)
	}
	return exact{m}
}

// ordered returns the condition in words.
func (c *config) ordered() string {
	if c.relaxed > 0 {
		return fmt.Sprintf("%v with at most %d out of order", c.condition, c.relaxed)
	}
	return c.condition.String()
}

// relaxed is a relaxed specification. Its states are kernels: shortest sequences of operations that lead to a state.
type relaxed struct {
	m       *machine
	k       int
	kernels [][]*answer
	ids     map[string]int
	moves   map[allowedKey][]int
}

func newRelaxed(m *machine, k int) *relaxed {
	return &relaxed{m: m, k: k, kernels: [][]*answer{nil}, ids: map[string]int{"": 0}, moves: map[allowedKey][]int{}}
}

func (r *relaxed) first() int { return 0 }

func (r *relaxed) describe(kernel int) string {
	state, _ := r.run(r.kernels[kernel])
	return words(r.m.states[state])
}

// request is not called, see relaxable.
func (r *relaxed) request(int, *instance) []int { return nil }

// blocks reports whether the operation blocks after the sequence without some k operations, or fewer.
func (r *relaxed) blocks(kernel int, in *instance) bool {
	all := r.kernels[kernel]
	whole := uint64(1)<<len(all) - 1
	for out := range subsets(len(all), 0, r.k) {
		if state, right := r.run(pick(all, whole&^out)); right && !r.m.ready(state, in) {
			return true
		}
	}
	return false
}

func (r *relaxed) pending(a *answer) model.Invocation { return a }

// next implements [rules].
func (r *relaxed) next(kernel int, in model.Invocation) (all []int, known bool) {
	a, returned := in.(*answer)
	if !returned {
		return nil, false
	}
	key := allowedKey{kernel, a}
	all, known = r.moves[key]
	if !known {
		all = r.steps(r.kernels[kernel], a)
		r.moves[key] = all
	}
	return all, true
}

// steps returns the kernels that an operation leads to.
func (r *relaxed) steps(from []*answer, a *answer) (all []int) {
	longer := append(from[:len(from):len(from)], a)
	if _, right := r.run(longer); right {
		return []int{r.kernel(longer)} // a result that is right as it is leads nowhere else
	}
	whole := uint64(1)<<len(longer) - 1
	for out := range subsets(len(from), 1, r.k) {
		to, right := r.run(pick(longer, whole&^out))
		if !right {
			continue
		}
		// The others are shortened, and those that were left out come back in their places.
		shortest(len(longer), out, func(set uint64) bool {
			if is, right := r.run(pick(longer, set)); !right || is != to {
				return false
			}
			if sequence := pick(longer, set|out); r.right(sequence) {
				if n := r.kernel(sequence); !slices.Contains(all, n) {
					all = append(all, n)
				}
			}
			return true
		})
	}
	return all
}

// pick returns the elements of a set.
func pick(all []*answer, set uint64) (some []*answer) {
	for i, a := range all {
		if set>>i&1 != 0 {
			some = append(some, a)
		}
	}
	return some
}

// subsets yields the subsets of n elements with from to most elements, the smallest first.
func subsets(n, from, most int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for size := from; size <= min(n, most); size++ {
			end := uint64(1) << n
			for set := uint64(1)<<size - 1; set < end; {
				if !yield(set) {
					return
				}
				if set == 0 {
					break
				}
				low := set & -set
				next := set + low
				set = next | (set^next)/low>>2
			}
		}
	}
}

// exhaustive is the largest number of elements of which all subsets are tried.
const exhaustive = 12

// shortest calls is with subsets of n elements without those of out, the smallest first. After the first one that is
// right, it calls is only with others of that size. If there are many elements, it leaves out one or two at a time,
// while that is right.
func shortest(n int, out uint64, is func(uint64) bool) {
	if n <= exhaustive {
		for size, found := 0, false; size <= n && !found; size++ {
			for set := range subsets(n, size, size) {
				found = set&out == 0 && is(set) || found
			}
		}
		return
	}
	set := (uint64(1)<<n - 1) &^ out
	for again := is(set); again; {
		again = false
		for less := range subsets(n, 1, 2) {
			if less&^set == 0 && is(set&^less) {
				set, again = set&^less, true
				break
			}
		}
	}
}

// run runs operations one after the other. It reports whether each had its result.
func (r *relaxed) run(all []*answer) (state int, right bool) {
	state = r.m.first
	for _, a := range all {
		next := r.m.next(state, a)
		if len(next) == 0 {
			return state, false
		}
		state = next[0]
	}
	return state, true
}

// right reports whether all operations have the right results, one after the other.
func (r *relaxed) right(all []*answer) bool {
	_, right := r.run(all)
	return right
}

// kernel returns the number of a shortest sequence that leads to the same state.
func (r *relaxed) kernel(all []*answer) int {
	to, _ := r.run(all)
	least := all
	shortest(len(all), 0, func(set uint64) bool {
		some := pick(all, set)
		is, right := r.run(some)
		if right = right && is == to; right && len(some) < len(least) {
			least = some
		}
		return right
	})
	var key []byte
	for _, a := range least {
		key = binary.AppendUvarint(key, uint64(a.id))
	}
	id, known := r.ids[string(key)]
	if !known {
		id = len(r.kernels)
		r.ids[string(key)] = id
		r.kernels = append(r.kernels, least)
	}
	return id
}
