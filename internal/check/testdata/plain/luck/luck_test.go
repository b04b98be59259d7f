// Package luck has tests with random numbers.
package luck

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"
)

func both(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(f)
	}
	wg.Wait()
}

func TestLoopSmall(t *testing.T) {
	both(func() {
		for rand.IntN(3) != 1 {
			runtime.Gosched()
		}
	})
}

func TestLoopLarge(t *testing.T) {
	both(func() {
		for rand.IntN(100) != 7 {
			runtime.Gosched()
		}
	})
}

func TestKeys(t *testing.T) {
	var mu sync.Mutex
	seen := map[int]bool{}
	both(func() {
		for range 5 {
			k := rand.Int()
			mu.Lock()
			if seen[k] {
				t.Error("twice")
			}
			seen[k] = true
			mu.Unlock()
		}
	})
}

func TestShuffle(t *testing.T) {
	p := make(chan []int, 2)
	both(func() { p <- rand.Perm(100) })
	for range 2 {
		q := <-p
		same := 0
		for i, k := range q {
			if i == k {
				same++
			}
		}
		if same > 50 {
			t.Error("not shuffled")
		}
	}
}

func TestJitter(t *testing.T) {
	start := time.Now()
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 2 {
			time.Sleep(time.Duration(rand.Int64N(int64(100 * time.Millisecond))))
		}
	})
	wg.Wait()
	if time.Since(start) < time.Millisecond {
		t.Error("no jitter")
	}
}

func TestBugTenth(t *testing.T) {
	both(func() {
		if rand.IntN(100) < 10 {
			t.Error("bug")
		}
	})
}

func TestRare(t *testing.T) {
	both(func() {
		for rand.IntN(1000) != 1 || rand.IntN(1000) != 2 {
			runtime.Gosched()
		}
	})
}

func TestRareNoYield(t *testing.T) {
	both(func() {
		for rand.IntN(1000) != 1 || rand.IntN(1000) != 2 {
		}
	})
}
