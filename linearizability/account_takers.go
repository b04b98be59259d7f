package linearizability

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/model"
)

// taker records the items that one goroutine took. Other goroutines use it only after that
// goroutine has ended.
type taker struct {
	seen                  []uint64 // one bit for each value
	last                  int      // a thief's last item
	taken, retries, empty int
	refused               int
	rule, detail          string // the first fault
	times
}

func (t *taker) fault(rule, format string, args ...any) {
	if t.rule == "" {
		t.rule, t.detail = rule, fmt.Sprintf(format, args...)
	}
}

func (t *taker) take(v, n int) {
	if v < 1 || v > n {
		t.fault(RuleInvented, "took item %d, but only 1 to %d were pushed", v, n)
		return
	}
	if t.seen[v/64]&(1<<(v%64)) != 0 {
		t.fault(RuleOnce, "item %d was taken twice by the same goroutine", v)
	}
	t.seen[v/64] |= 1 << (v % 64)
	t.taken++
}

func (t *taker) steal(v, n int) {
	if v >= 1 && v <= t.last {
		t.fault(RuleOrder, "a thief stole item %d after item %d", v, t.last)
	}
	t.last = v
	t.take(v, n)
}

// accountOwner is the owner during an epoch.
type accountOwner struct {
	*taker
	s    model.Subject
	rng  *rand.Rand
	n    int   // number of items to push
	next int   // the next item to push
	gone int   // a Pop was empty after all items below gone had been pushed
	may  []int // the items that a Pop may still take, the youngest last
}

func (a *account) owner(t *taker, n int) {
	rng := rand.New(rand.NewPCG(a.o.Seed, uint64(a.Epochs)))
	o := &accountOwner{taker: t, s: a.subject, rng: rng, n: n, next: 1, gone: 1}
	for o.next <= n && t.rule == "" {
		o.burst()
	}
	// An owner's empty Pop is strict, so no item is left when it occurs.
	for o.pop(model.Pop) {
		if t.taken > n {
			t.fault(RuleOnce, "the owner took more items than were pushed")
			return
		}
	}
}

// backlog is the number of items that the owner leaves to the thieves in a timed epoch.
const backlog = 4096

// burst does a few operations of one kind.
func (o *accountOwner) burst() {
	switch r := o.rng.IntN(10); {
	case r < 3 && o.now != nil: // thieves get most items, so many of their answers are not Empty
		for range 1 + o.rng.IntN(256) {
			o.push()
		}
		runtime.Gosched()
		for len(o.may) > backlog && o.pop(model.Pop) {
		}
	case r < 4, r < 6 && o.now != nil: // the deque is almost empty, so there are races for the last item
		for range 64 {
			o.push()
			o.pop(model.Pop)
		}
	case r < 8:
		for range 1 + o.rng.IntN(32) {
			o.push()
		}
		for range o.rng.IntN(32) {
			if !o.pop(model.Pop) {
				break
			}
		}
	case r == 8 && o.s.PopTop != nil:
		o.pop(model.PopTop)
	case r == 9 && o.s.Scrub != nil:
		o.s.Scrub()
		o.skip()
	default:
		runtime.Gosched()
		o.skip()
	}
}

func (o *accountOwner) push() {
	switch {
	case o.next > o.n:
	case o.s.Push(o.next):
		o.times.push(o.next)
		o.may = append(o.may, o.next)
		o.next++
	default:
		o.skip()
		o.refused++
		o.pop(model.Pop)
	}
}

// pop takes an item, or returns false. It takes none after a fault: a broken deque may have endlessly many.
func (o *accountOwner) pop(kind model.Kind) bool {
	if o.rule != "" {
		return false
	}
	take := o.s.Pop
	if kind == model.PopTop {
		take = o.s.PopTop
	}
	v, ok := take()
	o.record(kind, v, o.next)
	if !ok {
		// A second Pop shows at once whether the deque was really empty.
		o.gone, o.may = o.next, o.may[:0]
		v, ok = take()
		o.record(kind, v, o.next)
	}
	if !ok {
		return false
	}
	if v < o.gone {
		o.fault(RuleEmpty, "the owner took item %d, although a Pop had been empty after the push of that item", v)
	}
	o.take(v, o.n)
	if kind == model.Pop {
		o.youngest(v)
	}
	return true
}

// youngest notes that a Pop has taken an item. No later Pop may take a younger one that had been
// pushed before.
func (o *accountOwner) youngest(v int) {
	i := len(o.may)
	for i > 0 && o.may[i-1] > v {
		i--
	}
	if i == 0 || o.may[i-1] != v {
		o.fault(RuleYoungest, "a Pop got item %d, and an earlier one had got an older item although item %d was there", v, v)
		return
	}
	o.may = o.may[:i-1]
}

func (a *account) thief(t *taker, n int, rest *atomic.Bool, id uint64) {
	s := a.subject
	var dst []int
	if s.StealBatch != nil && id%2 == 1 {
		dst = make([]int, 8)
	}
	for tries := 1; !rest.Load(); tries++ {
		status := model.Done
		if dst != nil && tries%3 == 0 {
			var got int
			got, status = s.StealBatch(dst)
			for _, v := range dst[:got] {
				t.steal(v, n)
			}
			t.batch(dst[:got], status)
		} else {
			var v int
			v, status = s.Steal()
			switch status {
			case model.Done:
				t.record(model.Steal, v, 0)
				t.steal(v, n)
			case model.Empty:
				t.record(model.Steal, 0, 0)
			default:
				t.skip()
			}
		}
		switch status {
		case model.Retry:
			t.retries++
		case model.Empty:
			t.empty++
			if t.empty%64 == 0 {
				runtime.Gosched() // other goroutines may need the core
			}
		}
	}
}
