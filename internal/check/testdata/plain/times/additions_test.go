package times

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Nobody sees in which order these numbers grow.
func TestAdditions(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int64
	var m, left int32 = 0, 3
	wg.Add(3)
	for range 3 {
		go func() {
			defer wg.Done()
			defer n.Add(1)
			atomic.AddInt32(&m, 2)
			defer atomic.AddInt32(&left, -1)
			n.Add(1)
		}()
	}
	wg.Wait()
	if n.Load() != 6 || m != 6 || left != 0 {
		t.Error(n.Load(), m, left)
	}
}

func TestAdditions_Used(t *testing.T) {
	var wg sync.WaitGroup
	var n, last atomic.Int64
	wg.Add(3)
	for i := range int64(3) {
		go func() {
			defer wg.Done()
			if n.Add(1) == 3 {
				last.Store(i)
			}
		}()
	}
	wg.Wait()
	if last.Load() == 1 {
		t.Error("the second was the last")
	}
}

// An addition that nobody sees orders nothing after the others.
func TestAdditions_Race(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int64
	x := 0
	wg.Go(func() { x++; n.Add(1) })
	wg.Go(func() { n.Add(1); x++ })
	wg.Wait()
}

func TestAdditions_Sound(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int64
	x := 0
	for range 2 {
		wg.Go(func() {
			if n.Add(1) == 2 {
				x++
			}
		})
	}
	wg.Wait()
	x++
}
