package wsq_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

func TestConstructors_BadCapacityPanics(t *testing.T) {
	for _, c := range []struct {
		constructor string
		limit       int
		make        func(capacity int)
	}{
		{"NewChaseLev", 1 << 30, func(n int) { wsq.NewChaseLev[*int](n) }},
		{"NewSplit", 1 << 30, func(n int) { wsq.NewSplit[*int](n) }},
		{"NewABP", 1<<24 - 1, func(n int) { wsq.NewABP[int](n) }},
		{"NewDuffy", 1 << 29, func(n int) { wsq.NewDuffy[*int](n) }},
		{"NewTHE", 1 << 30, func(n int) { wsq.NewTHE[*int](n, false) }},
		{"NewTHE", 1 << 30, func(n int) { wsq.NewTHE[*int](n, true) }},
		{"NewLocked", 1 << 30, func(n int) { wsq.NewLocked[*int](n) }},
	} {
		for _, capacity := range []int{-1 << 31, -1, 0, c.limit + 1} {
			t.Run(fmt.Sprintf("%s(%d)", c.constructor, capacity), func(t *testing.T) {
				want := fmt.Sprintf("wsq: %s: capacity %d is out of range; want 1 to %d", c.constructor, capacity, c.limit)
				require.PanicsWithValue(t, want, func() { c.make(capacity) })
			})
		}
		for _, capacity := range []int{1, 2, 3} {
			require.NotPanics(t, func() { c.make(capacity) })
		}
	}
}

// The largest ring of a Duffy keeps one slot spare. The items have size zero, so even the
// largest ring costs no memory.
func TestPush_BeyondTheLimitPanics(t *testing.T) {
	t.Run("ChaseLev", func(t *testing.T) {
		d := wsq.NewChaseLev[struct{}](2)
		d.SetFull()
		require.PanicsWithValue(t, "wsq: ChaseLev.Push: the deque holds 1073741824 items, its limit", func() {
			d.Push(struct{}{})
		})
	})
	t.Run("Split", func(t *testing.T) {
		d := wsq.NewSplit[struct{}](2)
		d.SetFull()
		require.PanicsWithValue(t, "wsq: Split.Push: the deque holds 1073741824 items, its limit", func() {
			d.Push(struct{}{})
		})
	})
	t.Run("Duffy", func(t *testing.T) {
		d := wsq.NewDuffy[struct{}](1 << 29)
		d.SetLen(1<<30 - 2)
		require.True(t, d.Push(struct{}{}))
		require.PanicsWithValue(t, "wsq: Duffy.Push: the deque holds 1073741823 items, its limit", func() {
			d.Push(struct{}{})
		})
		_, r := d.Steal()
		require.Equal(t, wsq.Stolen, r, "the panic must leave the lock free")
		require.True(t, d.Push(struct{}{}))
	})
	t.Run("THE", func(t *testing.T) {
		d := wsq.NewTHE[struct{}](1<<30, false)
		d.SetLen(1<<30 - 1)
		require.True(t, d.Push(struct{}{}))
		require.PanicsWithValue(t, "wsq: THE.Push: the deque holds 1073741824 items, its limit", func() {
			d.Push(struct{}{})
		})
		_, r := d.Steal()
		require.Equal(t, wsq.Stolen, r, "the panic must leave the lock free")
		require.True(t, d.Push(struct{}{}))
	})
}

// gate is a deque whose Push blocks until the test lets it through. The other operations
// return at once; gate counts them.
type gate struct {
	entered, open chan struct{}
	calls         map[string]int
}

func newGate() *gate {
	return &gate{entered: make(chan struct{}), open: make(chan struct{}), calls: map[string]int{}}
}

func (g *gate) Push(int) bool {
	g.entered <- struct{}{}
	<-g.open
	return true
}

func (g *gate) Pop() (int, bool) {
	g.calls["Pop"]++
	return 1, true
}

func (g *gate) PopTop() (int, bool) {
	g.calls["PopTop"]++
	return 2, true
}

func (g *gate) Scrub() { g.calls["Scrub"]++ }

func (g *gate) Steal() (int, wsq.StealResult) {
	g.calls["Steal"]++
	return 3, wsq.Stolen
}

func (g *gate) StealBatch(dst []int) (int, wsq.StealResult) {
	g.calls["StealBatch"]++
	return copy(dst, []int{4, 5}), wsq.Stolen
}

func (g *gate) Contract() wsq.Contract {
	return wsq.Contract{Empty: wsq.Public, Capacity: 7, NeverRetries: true, LockFree: true}
}

func TestChecked_OverlapPanics(t *testing.T) {
	for op, call := range map[string]func(c *wsq.Checked[int]){
		"Push":   func(c *wsq.Checked[int]) { c.Push(1) },
		"Pop":    func(c *wsq.Checked[int]) { c.Pop() },
		"PopTop": func(c *wsq.Checked[int]) { c.PopTop() },
		"Scrub":  func(c *wsq.Checked[int]) { c.Scrub() },
	} {
		t.Run(op, func(t *testing.T) {
			g := newGate()
			c := wsq.NewChecked[int](g)
			first := make(chan bool)
			go func() { first <- c.Push(0) }()
			<-g.entered

			want := "wsq: " + op + " overlaps another owner operation of the same deque; only one goroutine at a time may own it"
			for range 2 { // after the first panic, the first operation must still count as running
				require.PanicsWithValue(t, want, func() { call(c) })
			}
			require.Empty(t, g.calls, "a call that panicked reached the deque")

			close(g.open)
			require.True(t, <-first)
			require.NotPanics(t, func() { c.Pop() }, "the deque is free again")
		})
	}
}

func TestChecked_StealMayOverlap(t *testing.T) {
	g := newGate()
	c := wsq.NewChecked[int](g)
	first := make(chan bool)
	go func() { first <- c.Push(0) }()
	<-g.entered
	v, r := c.Steal()
	require.Equal(t, 3, v)
	require.Equal(t, wsq.Stolen, r)
	n, r := c.StealBatch(make([]int, 2))
	require.Equal(t, 2, n)
	require.Equal(t, wsq.Stolen, r)
	close(g.open)
	require.True(t, <-first)
}

// An operation that panics inside the deque ends like any other: the next one does not
// overlap it.
func TestChecked_PanicInsideEndsTheOperation(t *testing.T) {
	c := wsq.NewChecked[int](&panicking{newGate()})
	require.PanicsWithValue(t, "inside", func() { c.Push(1) })
	require.NotPanics(t, func() { c.Pop() })
}

type panicking struct{ *gate }

func (panicking) Push(int) bool { panic("inside") }

func TestChecked_HandOverIsLegal(t *testing.T) {
	c := wsq.NewChecked[*int](wsq.NewChaseLev[*int](2))
	const owners, each = 4, 50
	turn := make(chan int, 1)
	done := make(chan any, owners)
	turn <- 0
	for range owners {
		go func() {
			defer func() { done <- recover() }()
			for range each {
				n := <-turn
				c.Push(&n)
				if n%3 == 2 {
					c.Pop()
				}
				c.Scrub()
				turn <- n + 1
			}
		}()
	}
	for range owners {
		require.Nil(t, <-done)
	}
	require.Equal(t, owners*each, <-turn)
	left := 0
	for ; ; left++ {
		if _, ok := c.Pop(); !ok {
			break
		}
	}
	require.Equal(t, owners*each-owners*each/3, left)
}

func TestChecked_Forwards(t *testing.T) {
	g := newGate()
	c := wsq.NewChecked[int](g)

	v, ok := c.Pop()
	require.Equal(t, 1, v)
	require.True(t, ok)
	v, ok = c.PopTop()
	require.Equal(t, 2, v)
	require.True(t, ok)
	v, r := c.Steal()
	require.Equal(t, 3, v)
	require.Equal(t, wsq.Stolen, r)
	dst := make([]int, 2)
	n, r := c.StealBatch(dst)
	require.Equal(t, 2, n)
	require.Equal(t, wsq.Stolen, r)
	require.Equal(t, []int{4, 5}, dst)
	c.Scrub()
	require.Equal(t, g.Contract(), c.Contract())
	require.Equal(t, map[string]int{"Pop": 1, "PopTop": 1, "Steal": 1, "StealBatch": 1, "Scrub": 1}, g.calls)
}

// plain is a deque with only the methods of Deque.
type plain struct{ wsq.Deque[*int] }

func TestChecked_WithoutTheExtras(t *testing.T) {
	c := wsq.NewChecked[*int](plain{wsq.NewLocked[*int](2)})
	require.PanicsWithValue(t, "wsq: Checked.PopTop: the wrapped deque has no PopTop", func() { c.PopTop() })
	n, r := c.StealBatch(nil)
	require.Equal(t, []any{0, wsq.Retry}, []any{n, r}, "want the answer of a deque that has StealBatch")
	n, r = c.StealBatch(make([]*int, 2))
	require.Equal(t, []any{0, wsq.Empty}, []any{n, r})
	require.NotPanics(t, c.Scrub)
	require.Zero(t, c.Contract())
	item := new(int)
	require.True(t, c.Push(item), "after the panic of PopTop the deque must be free")
	got := make([]*int, 2)
	n, r = c.StealBatch(got)
	require.Equal(t, []any{1, wsq.Stolen}, []any{n, r})
	require.Same(t, item, got[0])
}

func TestChecked_NilDequePanics(t *testing.T) {
	require.PanicsWithValue(t, "wsq: NewChecked: nil deque", func() { wsq.NewChecked[int](nil) })
}

func TestStealResult_String(t *testing.T) {
	require.Equal(t, "Empty", wsq.Empty.String())
	require.Equal(t, "Retry", wsq.Retry.String())
	require.Equal(t, "Stolen", wsq.Stolen.String())
	require.Equal(t, "StealResult(3)", wsq.StealResult(3).String())
	require.Equal(t, wsq.Empty, wsq.StealResult(0), "the zero value must not claim a value")
}

func TestEmptyContract_String(t *testing.T) {
	require.Equal(t, "strict", wsq.Strict.String())
	require.Equal(t, "all-but-one", wsq.AllButOne.String())
	require.Equal(t, "public", wsq.Public.String())
	require.Equal(t, "strict-or-retry", wsq.StrictOrRetry.String())
	require.Equal(t, "EmptyContract(4)", wsq.EmptyContract(4).String())
}
