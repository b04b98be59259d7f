package linearizability

import (
	"fmt"
	"math"
	"slices"

	"github.com/stealproof/stealproof/model"
)

// Besides the items, a timed epoch records when each operation was called and when it returned. So
// wrong answers are found that lose no item: a steal that is told Empty beside an item, and items
// that leave in a wrong order.

// The rules that Account checks in timed epochs.
const (
	RuleThere    = "nobody is told Empty while an item is there"
	RuleOldest   = "whoever takes at the top gets the oldest item"
	RuleYoungest = "a Pop gets the youngest item"
)

const (
	maxEmpties  = 1 << 18 // the most answers Empty of a goroutine that an epoch records
	neverCalled = -1      // the call of nobody
)

// timed reports whether an epoch records times. Every second one does not, because to read a clock
// takes longer than most operations, and so keeps them from meeting.
func timed(epoch int) bool { return epoch%2 == 0 }

// op is an operation that took an item, or found none.
type op struct {
	value        int // 0 for Empty
	call, ret    int64
	kind         model.Kind
	client, next int // next is the first item that the owner had not pushed; 0 for a thief
}

// times is the record of one goroutine.
type times struct {
	now    func() int64 // nil if the epoch is not timed
	read   int64        // the latest reading
	pushed []int64      // the owner's: for each item the time after its push
	ops    []op
	empty  int // of ops
}

// begin begins to record.
func (t *times) begin(clock Clock) {
	t.now = clock.now
	t.read = t.now()
}

// record notes an operation that has just returned. It was called after the last reading.
func (t *times) record(kind model.Kind, value, next int) {
	if t.now == nil {
		return
	}
	ret := t.now()
	if value == 0 {
		if t.empty++; t.empty > maxEmpties {
			t.read = ret
			return
		}
	}
	t.ops = append(t.ops, op{value: value, call: t.read, ret: ret, kind: kind, next: next})
	t.read = ret
}

// batch notes a batch that has just returned. Each item counts as stolen during the whole call.
func (t *times) batch(items []int, status model.Status) {
	switch {
	case t.now == nil:
	case len(items) > 0:
		call := t.read
		t.read = t.now()
		for _, v := range items {
			t.ops = append(t.ops, op{value: v, call: call, ret: t.read, kind: model.Steal})
		}
	case status == model.Empty:
		t.record(model.Steal, 0, 0)
	default:
		t.skip()
	}
}

// push notes that the owner has pushed an item.
func (t *times) push(v int) {
	if t.now == nil {
		return
	}
	t.read = t.now()
	t.pushed[v] = t.read
}

// skip notes that an operation has returned that says nothing.
func (t *times) skip() {
	if t.now != nil {
		t.read = t.now()
	}
}

// A timeline has all operations of an epoch.
type timeline struct {
	spec   model.Spec
	pushed []int64
	took   []op // by item
	tree   []int64
	n      int
}

// newTimeline returns nil if the epoch was not timed.
func newTimeline(spec model.Spec, takers []taker, n int) *timeline {
	if takers[0].now == nil {
		return nil
	}
	l := &timeline{spec: spec, pushed: takers[0].pushed, took: make([]op, n+1), tree: make([]int64, 2*(n+1)), n: n}
	for v := range l.took {
		l.took[v].call = neverCalled
	}
	for i := range takers {
		for k := range takers[i].ops {
			o := &takers[i].ops[k]
			o.client = i
			if o.value > 0 && o.value <= n {
				l.took[o.value] = *o
			}
		}
	}
	for v := range l.took {
		l.tree[n+1+v] = l.took[v].call
	}
	for i := n; i > 0; i-- {
		l.tree[i] = max(l.tree[2*i], l.tree[2*i+1])
	}
	return l
}

// latest returns the latest call, of those that took the items from first to last.
func (l *timeline) latest(first, last int) int64 {
	late := int64(math.MinInt64)
	for i, j := first+l.n+1, last+l.n+2; i < j; i, j = i/2, j/2 {
		if i&1 == 1 {
			late = max(late, l.tree[i])
			i++
		}
		if j&1 == 1 {
			j--
			late = max(late, l.tree[j])
		}
	}
	return late
}

// there returns an item from first to last that nobody had begun to take when an operation
// returned, 0 if there is none.
func (l *timeline) there(first, last int, o *op) int {
	if first > last || l.latest(first, last) <= o.ret {
		return 0
	}
	for v := first; v <= last; v++ {
		if l.took[v].call > o.ret {
			return v
		}
	}
	return 0
}

// before returns the last item whose push had returned at this time.
func (l *timeline) before(at int64) int {
	low, high := 0, l.n
	for low < high {
		if mid := (low + high + 1) / 2; l.pushed[mid] < at {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// judge returns the first broken rule, with a history of the operations that break it.
func (l *timeline) judge(takers []taker) (rule, detail string, small *model.History) {
	for i := range takers {
		for k := range takers[i].ops {
			o := &takers[i].ops[k]
			if rule, v := l.wrong(o); rule != "" {
				return rule, l.detail(o, v), l.history(o, v)
			}
		}
	}
	return l.order()
}

// wrong returns the rule that an answer breaks, and the item that was there.
func (l *timeline) wrong(o *op) (string, int) {
	switch {
	case o.value == 0 && o.kind != model.Steal:
		if v := l.there(1, o.next-1, o); v > 0 {
			return RuleThere, v
		}
	case o.value == 0:
		if l.spec.Hidden == 0 && l.spec.Keeps == 0 && !l.spec.Contended {
			if v := l.there(1, l.before(o.call), o); v > 0 {
				return RuleThere, v
			}
		}
	case o.kind == model.Pop:
		if v := l.there(o.value+1, o.next-1, o); v > 0 {
			return RuleYoungest, v
		}
	}
	return "", 0
}

// order looks for an item that somebody began to take after a younger one had been taken at the top.
func (l *timeline) order() (rule, detail string, small *model.History) {
	var first *op // of those that took a younger item at the top, the one that returned first
	for v := l.n; v > 0; v-- {
		o := &l.took[v]
		if first != nil && o.call > first.ret {
			return RuleOldest, l.detail(first, v), l.history(first, v)
		}
		if o.call != neverCalled && o.kind != model.Pop && (first == nil || o.ret < first.ret) {
			first = o
		}
	}
	return "", "", nil
}

func (l *timeline) detail(o *op, v int) string {
	answer := "was told Empty"
	if o.value > 0 {
		answer = fmt.Sprintf("got item %d", o.value)
	}
	return fmt.Sprintf("a %v %s, although item %d had been pushed before and nobody had begun to take it; goroutine %d took it %d ns later",
		o.kind, answer, v, l.took[v].client, l.took[v].call-o.ret)
}

// history returns an operation, the later one that took item v, and the pushes of both items, in
// the order in which they happened. The items are renamed to 1 and 2, by age.
func (l *timeline) history(o *op, v int) *model.History {
	h := &model.History{Spec: l.spec}
	name := map[int]int{}
	for _, item := range slices.Sorted(slices.Values([]int{o.value, v})) {
		if item > 0 {
			name[item] = len(name) + 1
			h.Ops = append(h.Ops, model.Operation{Kind: model.Push, Value: name[item]})
		}
	}
	for _, one := range []*op{o, &l.took[v]} {
		does := model.Operation{Client: one.client, Kind: one.kind, Value: name[one.value]}
		if one.value == 0 {
			does.Status = model.Empty
		}
		h.Ops = append(h.Ops, does)
	}
	for i := range h.Ops {
		h.Ops[i].Call, h.Ops[i].Return = int64(2*i), int64(2*i+1)
	}
	return h
}

// twice returns the history of an item that two operations took, nil if the epoch is not timed.
func twice(spec model.Spec, takers []taker, v int) *model.History {
	h := &model.History{Spec: spec, Ops: []model.Operation{{Kind: model.Push, Value: 1, Return: 1}}}
	for i := range takers {
		for _, o := range takers[i].ops {
			if o.value == v {
				n := int64(len(h.Ops))
				h.Ops = append(h.Ops, model.Operation{Client: i, Kind: o.kind, Value: 1, Call: 1 + n, Return: 9 - n})
			}
		}
	}
	if len(h.Ops) < 3 {
		return nil
	}
	return h
}
