package wsq_test

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// Deques that share a mutex hold that mutex in their operations.
func TestNewLockedUnder_OneLockForAll(t *testing.T) {
	var mu sync.Mutex
	for _, d := range []*wsq.Locked[int]{wsq.NewLockedUnder[int](&mu, 2), wsq.NewLockedUnder[int](&mu, 2)} {
		d.Push(1)
		asked := false
		require.True(t, d.Remove(func(int) bool {
			asked = true
			return !mu.TryLock()
		}))
		require.True(t, asked)
		require.True(t, mu.TryLock())
		mu.Unlock()
	}
}

// Each operation waits for the mutex.
func TestLocked_EachOperationWaits(t *testing.T) {
	var mu sync.Mutex
	d := wsq.NewLockedUnder[int](&mu, 2)
	for name, operation := range map[string]func(){
		"Push": func() { d.Push(1) }, "Pop": func() { d.Pop() }, "PopTop": func() { d.PopTop() }, "Steal": func() { d.Steal() },
		"StealBatch": func() { d.StealBatch(make([]int, 2)) }, "Len": func() { d.Len() },
		"Remove":     func() { d.Remove(func(int) bool { return true }) },
		"RemoveNear": func() { d.RemoveNear(func(int) bool { return true }) },
	} {
		d.Push(2)
		d.Push(3)
		mu.Lock()
		done := make(chan bool)
		go operate(operation, done)
		require.True(t, waitsForTheMutex(done), name)
		mu.Unlock()
		<-done
	}
}

func operate(operation func(), done chan<- bool) {
	operation()
	close(done)
}

// waitsForTheMutex waits until operate has ended, or blocks, and reports whether it blocks. Only the mutex can block it,
// which may be the scheduler's one.
func waitsForTheMutex(done <-chan bool) bool {
	stacks := make([]byte, 1<<20)
	for {
		select {
		case <-done:
			return false
		default:
		}
		for _, g := range bytes.Split(stacks[:runtime.Stack(stacks, true)], []byte("\n\n")) {
			state, frames, _ := bytes.Cut(g, []byte("\n"))
			if bytes.Contains(frames, []byte("wsq_test.operate(")) && !bytes.Contains(state, []byte(" [run")) {
				return true
			}
		}
		runtime.Gosched()
	}
}

// Remove removes the newest item that matches, wherever it stands and whatever slots the
// items are in. The order of the other items stays.
func TestLocked_Remove(t *testing.T) {
	for first := range 8 { // the first slot in use
		d := wsq.NewLocked[int](8)
		for range first {
			d.Push(0)
			_, _ = d.Steal()
		}
		for _, v := range []int{1, 2, 3, 2, 4} {
			d.Push(v)
		}
		is := func(v int) func(int) bool { return func(w int) bool { return v == w } }
		require.False(t, d.Remove(is(5)))
		require.True(t, d.Remove(is(2)))
		require.True(t, d.Remove(is(4)))
		require.True(t, d.Remove(is(1)))
		require.False(t, d.Remove(is(1)))
		require.Equal(t, 2, d.Len())
		for _, want := range []int{3, 2} {
			v, ok := d.Pop()
			require.True(t, ok)
			require.Equal(t, want, v)
		}
		require.False(t, d.Remove(is(2)))
	}
}

// RemoveNear removes the matching item that is nearest to an end. The order of the others stays.
func TestLocked_RemoveNear(t *testing.T) {
	for first := range 8 { // the first slot in use
		for removed := range 6 {
			d := wsq.NewLocked[int](8)
			for range first {
				d.Push(0)
				_, _ = d.Steal()
			}
			require.False(t, d.RemoveNear(func(int) bool { return true }))
			for v := range 6 {
				d.Push(v)
			}
			require.False(t, d.RemoveNear(func(v int) bool { return v > 5 }))
			looked := 0
			require.True(t, d.RemoveNear(func(v int) bool { looked++; return v == removed }))
			require.LessOrEqual(t, looked, 2*min(removed, 5-removed)+2)
			for want := range 6 {
				if want == removed {
					continue
				}
				v, r := d.Steal()
				require.Equal(t, wsq.Stolen, r)
				require.Equal(t, want, v)
			}
			require.Zero(t, d.Len())
		}
	}
}

// An item that was removed can be collected, also if it was the newest or the oldest one.
func TestLocked_RemoveLetsGo(t *testing.T) {
	for name, remove := range map[string]func(d *wsq.Locked[*parcel], is func(*parcel) bool) bool{
		"Remove": (*wsq.Locked[*parcel]).Remove, "RemoveNear": (*wsq.Locked[*parcel]).RemoveNear,
	} {
		for position := range 3 {
			t.Run(fmt.Sprint(name, position), func(t *testing.T) {
				d := wsq.NewLocked[*parcel](4)
				defer runtime.KeepAlive(d)
				gone := func() weak.Pointer[parcel] {
					var all [3]*parcel
					for i := range all {
						all[i] = new(parcel)
						d.Push(all[i])
					}
					require.True(t, remove(d, func(p *parcel) bool { return p == all[position] }))
					require.Equal(t, 2, d.Len())
					return weak.Make(all[position])
				}()
				runtime.GC()
				require.Nil(t, gone.Value())
			})
		}
	}
}

// RemoveNear looks at each item once, also at the one in the middle.
func TestLocked_RemoveNearLooksAtAll(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for removed := range n {
			d := wsq.NewLocked[int](8)
			for v := range n {
				d.Push(v)
			}
			require.True(t, d.RemoveNear(func(v int) bool { return v == removed }), "%d of %d", removed, n)
			require.Equal(t, n-1, d.Len())
		}
	}
}
