package lin

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// segmented is a queue in segments of so many items, whose Pop takes the newest item of the oldest segment. A

type segmented struct {
	mu    sync.Mutex
	width int
	items []int // the oldest first
	taken int   // items of the oldest segment that are gone
}

func (q *segmented) Push(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, n)
}

func (q *segmented) Pop() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return 0, false
	}
	at := min(q.width-q.taken, len(q.items)) - 1
	n := q.items[at]
	q.items = append(q.items[:at:at], q.items[at+1:]...)
	if q.taken++; q.taken == q.width || len(q.items) == 0 {
		q.taken = 0
	}
	return n, true
}

type line struct{ items []int }

func (l *line) Push(n int) { l.items = append(l.items, n) }

func (l *line) Pop() (int, bool) {
	if len(l.items) == 0 {
		return 0, false
	}
	n := l.items[0]
	l.items = l.items[1:]
	return n, true
}

func segments(width int) func() *segmented {
	return func() *segmented { return &segmented{width: width} }
}

var (
	segmentOps = []Option{Op("Push", (*segmented).Push), Op("Pop", (*segmented).Pop)}
	newLine    = func() *line { return &line{} }
)

// A queue in segments of three is out of order by two at most.
func TestRelaxed_Search(t *testing.T) {
	plan := Scenario("Push(1) Push(2) Push(3) Push(4); Pop | Pop Pop; Pop Pop")
	for _, c := range []struct {
		width, k int
		right    bool
	}{{1, 0, true}, {2, 0, false}, {2, 1, true}, {3, 1, false}, {3, 2, true}, {4, 2, false}} {
		v, _ := searched(t, segments(c.width), newLine, append(segmentOps, plan, Relaxed(c.k))...)
		require.Equal(t, c.right, v.Failure == nil, "segments of %d with k = %d: %v", c.width, c.k, v.Failure)
	}
	v, _ := searched(t, segments(3), newLine, append(segmentOps, plan, Relaxed(1))...)
	require.Equal(t, "linearizable with at most 1 out of order", v.Failure.Rule)
	require.Contains(t, v.Failure.Says, "Pop() returned ")
	v, _ = searched(t, segments(2), newLine, append(segmentOps, Relaxed(1))...)
	require.Nil(t, v.Failure)
	require.Equal(t, v.Every.Of, v.Every.Scenarios)
}

// For queues, stacks and priority queues, the relaxation is what its paper says: a removal may pass over k items,
// and find the structure empty if it has k items.
func TestRelaxed_IsThatOfThePaper(t *testing.T) {
	for name, pick := range map[string]func(items []int) []int{ // the order of removals
		"queue": func(items []int) []int { return items },
		"stack": func(items []int) []int { return reversed(items) },
		"heap":  func(items []int) []int { return sorted(items) },
	} {
		c := configOf(Op("Push", func(*bag, int) {}), Op("Pop", func(*bag) (int, bool) { return 0, false }))
		k, err := newChecker(&tb{}, func() *bag { return nil }, func() *bag { return &bag{Kind: name} }, c)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, 2))
		counts := map[bool]int{}
		for range 1_500 {
			bound := rng.IntN(3)
			var ops []model.Operation
			add := func(in *instance, out ...reflect.Value) {
				at := int64(2 * len(ops))
				ops = append(ops, model.Operation{Client: 1, Call: at, Return: at + 1, Invocation: k.m.answered(in, out)})
			}
			var items []int
			right := true
			for n := range 2 + rng.IntN(6) {
				if rng.IntN(5) < 3 {
					// Different numbers, in no order.
					v := (n*5 + 3) % 11
					add(k.m.instance(k.m.ops[0], []reflect.Value{reflect.ValueOf(v)}))
					items = append(items, v)
					continue
				}
				pop, order := k.m.instance(k.m.ops[1], nil), pick(items)
				if i := rng.IntN(len(order) + 1); i < len(order) {
					add(pop, reflect.ValueOf(order[i]), reflect.ValueOf(true))
					right = right && i <= bound
					items = without(items, order[i])
				} else {
					add(pop, reflect.ValueOf(0), reflect.ValueOf(false))
					right = right && len(items) <= bound
				}
			}
			c.relaxed = bound
			require.Equal(t, right, newJudge(c.rules(k.m), Linearizable).explains(ops), "%s, k = %d: %v", name, bound, ops)
			counts[right]++
		}
		require.Greater(t, counts[true], 100, name)
		require.Greater(t, counts[false], 100, name)
	}
}

type bag struct {
	Kind  string
	Items []int
}

func (b *bag) Push(n int) { b.Items = append(b.Items, n) }

func (b *bag) Pop() (n int, ok bool) {
	if len(b.Items) == 0 {
		return 0, false
	}
	switch b.Kind {
	case "queue":
		n = b.Items[0]
	case "stack":
		n = b.Items[len(b.Items)-1]
	default:
		n = sorted(b.Items)[0]
	}
	b.Items = without(b.Items, n)
	return n, true
}

// A relaxed map may forget the latest change of a key, and no more.
func TestRelaxed_Refuses(t *testing.T) {
	_, err := newChecker(&tb{}, segments(1), newLine, configOf(append(segmentOps, Relaxed(-1))...))
	require.EqualError(t, err, "Relaxed(-1): want a number from 0 to 8")
	_, err = newChecker(&tb{}, segments(1), func() *anyOrder { return &anyOrder{} }, configOf(Op("Pop", (*segmented).Pop), Relaxed(1)))
	require.ErrorContains(t, err, "its method Pop returns a set of states")
}

type anyOrder struct{}

func (a *anyOrder) Pop(int, bool) []*anyOrder { return nil }

func reversed(all []int) []int {
	all = slices.Clone(all)
	slices.Reverse(all)
	return all
}

func sorted(all []int) []int {
	all = slices.Clone(all)
	slices.Sort(all)
	return all
}

func without(all []int, n int) []int {
	i := slices.Index(all, n)
	return slices.Delete(slices.Clone(all), i, i+1)
}
