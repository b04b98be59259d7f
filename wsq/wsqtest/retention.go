package wsqtest

import (
	"context"
	"fmt"
	"runtime"
	"time"
	"weak"

	"github.com/stealproof/stealproof/wsq"
)

var ruleReleased = Rule{"released", "the garbage collector can free a taken item: a popped item at once, a stolen item once the owner has called Scrub, or has done 64 more operations if the deque has no Scrub; this is about memory only, and Options.Retains leaves it out"}

// releasedRule runs only for deques of *Item. Other items may be allocated together, and
// then one item keeps the others alive.
func (s *suite[T]) releasedRule(context.Context) (evidence, *Finding, error) {
	newDeque, can := any(s.newDeque).(func(int) wsq.Deque[*Item])
	if !can || s.Retains {
		return evidence{}, nil, nil
	}
	const n = 6
	d := newDeque(8)
	var popped, stolen []weak.Pointer[Item]
	put := func(list *[]weak.Pointer[Item]) bool {
		item := &Item{ID: 1}
		*list = append(*list, weak.Make(item))
		return d.Push(item)
	}
	for range n {
		put(&popped)
	}
	for range n {
		if _, ok := d.Pop(); !ok {
			return evidence{}, nil, fmt.Errorf("wsqtest: rule released: Pop found nothing after Push; see the other rules")
		}
	}
	if kept := collect(popped); kept > 0 {
		return evidence{}, &Finding{Rule: ruleReleased, Broken: fmt.Sprintf("%d of %d popped items are still reachable from the deque", kept, n)}, nil
	}
	for range n {
		put(&stolen)
	}
	taken := 0
	for tries := 0; taken < n && tries < 10*n; tries++ {
		if _, r := d.Steal(); r == wsq.Stolen {
			taken++
		} else if _, ok := d.Pop(); ok {
			taken++ // the item is private, or thieves leave it to the owner
		}
	}
	if taken < n {
		return evidence{}, nil, fmt.Errorf("wsqtest: rule released: got %d of %d items; see the other rules", taken, n)
	}
	if scrubber, can := d.(wsq.Scrubber); can {
		scrubber.Scrub()
	} else {
		for range 32 {
			d.Push(&Item{})
			d.Pop()
		}
	}
	if kept := collect(stolen); kept > 0 {
		return evidence{}, &Finding{Rule: ruleReleased, Broken: fmt.Sprintf("%d of %d stolen items are still reachable from the deque", kept, n)}, nil
	}
	runtime.KeepAlive(d)
	return did("%d items popped, %d stolen", n, n), nil, nil
}

// collect runs the garbage collector until all items are gone, at most 20 times. It returns
// the number of items that are left.
func collect(items []weak.Pointer[Item]) (left int) {
	for range 20 {
		runtime.GC()
		left = 0
		for _, w := range items {
			if w.Value() != nil {
				left++
			}
		}
		if left == 0 {
			return 0
		}
		time.Sleep(time.Millisecond) // let the collector's own goroutines run
	}
	return left
}
