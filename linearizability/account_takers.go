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
	n    int // number of items to push
	next int // the next item to push
	gone int // a Pop was empty after all items below gone had been pushed
}

func (a *account) owner(t *taker, n int) {
	rng := rand.New(rand.NewPCG(a.o.Seed, uint64(a.Epochs)))
	o := &accountOwner{taker: t, s: a.subject, rng: rng, n: n, next: 1, gone: 1}
	for o.next <= n && t.rule == "" {
		o.burst()
	}
	// An owner's empty Pop is strict, so no item is left when it occurs.
	for o.pop(o.s.Pop) {
		if t.taken > n || t.rule != "" {
			t.fault(RuleOnce, "the owner took more items than were pushed")
			return
		}
	}
}

// burst does a few operations of one kind.
func (o *accountOwner) burst() {
	switch r := o.rng.IntN(10); {
	case r < 4: // the deque is almost empty, so there are races for the last item
		for range 64 {
			o.push()
			o.pop(o.s.Pop)
		}
	case r < 8:
		for range 1 + o.rng.IntN(32) {
			o.push()
		}
		for range o.rng.IntN(32) {
			if !o.pop(o.s.Pop) {
				break
			}
		}
	case r == 8 && o.s.PopTop != nil:
		o.pop(o.s.PopTop)
	case r == 9 && o.s.Scrub != nil:
		o.s.Scrub()
	default:
		runtime.Gosched()
	}
}

func (o *accountOwner) push() {
	switch {
	case o.next > o.n:
	case o.s.Push(o.next):
		o.next++
	default:
		o.refused++
		o.pop(o.s.Pop)
	}
}

func (o *accountOwner) pop(take func() (int, bool)) bool {
	v, ok := take()
	if !ok {
		// A second Pop shows at once whether the deque was really empty.
		o.gone = o.next
		v, ok = take()
	}
	if !ok {
		return false
	}
	if v < o.gone {
		o.fault(RuleEmpty, "the owner took item %d, although a Pop had been empty after the push of that item", v)
	}
	o.take(v, o.n)
	return true
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
		} else {
			var v int
			if v, status = s.Steal(); status == model.Done {
				t.steal(v, n)
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
