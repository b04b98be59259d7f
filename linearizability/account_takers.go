package linearizability

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/stealproof/stealproof/model"
)

// taker notes what one goroutine took. Nobody else uses it until that goroutine
// has ended.
type taker struct {
	seen                  []uint64 // a bit for each value
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
		t.fault(RuleInvented, "took %d, pushed were 1 to %d", v, n)
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

// accountOwner is the owner in an epoch.
type accountOwner struct {
	*taker
	s    model.Subject
	rng  *rand.Rand
	n    int // items to push
	next int // the next to push
	gone int // the owner was told empty when all items below were pushed
}

func (a *account) owner(t *taker, n int) {
	rng := rand.New(rand.NewPCG(a.o.Seed, uint64(a.Epochs)))
	o := &accountOwner{taker: t, s: a.subject, rng: rng, n: n, next: 1, gone: 1}
	for o.next <= n && t.rule == "" {
		o.burst()
	}
	// An owner's empty is strict, so that nothing is left when it says so.
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
	case r < 4: // around empty, where the races for the last item are
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
		// Asking again at once shows an empty that was not one.
		o.gone = o.next
		v, ok = take()
	}
	if !ok {
		return false
	}
	if v < o.gone {
		o.fault(RuleEmpty, "the owner took item %d, and had been told empty after pushing it", v)
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
				runtime.Gosched() // others may need the core
			}
		}
	}
}
