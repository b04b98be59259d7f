package wsq_test

import (
	"fmt"
	"sync"
	"time"

	"github.com/stealproof/stealproof/wsq"
)

// The owner works at the bottom and takes the newest item. Thieves take the oldest.
func ExampleChaseLev() {
	d := wsq.NewChaseLev[string](8)
	d.Push("first")
	d.Push("second")
	d.Push("third")

	var wg sync.WaitGroup
	wg.Go(func() { // a thief
		for {
			v, r := d.Steal()
			if r == wsq.Retry {
				continue
			}
			fmt.Println(r, v)
			return
		}
	})
	wg.Wait()

	v, ok := d.Pop()
	fmt.Println(v, ok)
	// Output:
	// Stolen first
	// third true
}

// Push returns false when the deque is full. The caller then runs the item itself, or
// pushes it elsewhere.
func ExampleABP() {
	d := wsq.NewABP[int](2)
	for i := range 3 {
		fmt.Println(d.Push(&i))
	}
	// Output:
	// true
	// true
	// false
}

// A thief that finds no public item leaves a request. The owner answers it at its next
// Push or Pop.
func ExampleSplit() {
	d := wsq.NewSplit[int](8)
	d.Push(1)
	d.Push(2)
	_, r := d.Steal()
	fmt.Println(r)
	d.Push(3)
	v, r := d.Steal()
	fmt.Println(r, v)
	// Output:
	// Empty
	// Stolen 1
}

// TrySteal waits for its turn, but not longer than the timeout.
func ExampleDuffy() {
	d := wsq.NewDuffy[string](8)
	d.Push("first")
	v, r := d.TrySteal(time.Second)
	fmt.Println(r, v)
	_, r = d.TrySteal(time.Second)
	fmt.Println(r)
	// Output:
	// Stolen first
	// Empty
}

// With keepLast, thieves leave the last item to the owner.
func ExampleTHE() {
	d := wsq.NewTHE[int](8, true)
	d.Push(1)
	_, r := d.Steal()
	fmt.Println(r)
	fmt.Println(d.Pop())
	// Output:
	// Empty
	// 1 true
}

// Remove takes back an item before a thief finds it.
func ExampleLocked() {
	d := wsq.NewLocked[string](8)
	d.Push("keep")
	d.Push("cancel")
	fmt.Println(d.Remove(func(v string) bool { return v == "cancel" }), d.Len())
	// Output: true 1
}

// Checked panics when two owner operations overlap. Wrap the deque in tests.
func ExampleChecked() {
	var d wsq.Deque[int] = wsq.NewChecked[int](wsq.NewChaseLev[int](8))
	d.Push(1)
	fmt.Println(d.Pop())
	// Output: 1 true
}

// A scheduler takes the Deque interface, so any deque of this package fits.
func ExampleDeque() {
	for _, d := range []wsq.Deque[int]{wsq.NewChaseLev[int](8), wsq.NewTHE[int](8, false)} {
		d.Push(1)
		d.Push(2)
		newest, _ := d.Pop()
		oldest, _ := d.Steal()
		fmt.Println(newest, oldest)
	}
	// Output:
	// 2 1
	// 2 1
}

// Hand the owner's end to one goroutine only.
func ExampleOwner() {
	fill := func(o wsq.Owner[int]) {
		for i := range 3 {
			o.Push(i)
		}
	}
	d := wsq.NewChaseLev[int](8)
	fill(d)
	fmt.Println(d.Len())
	// Output: 3
}

// A thief steals until it gets an item or until there is none. It repeats a Retry.
func ExampleThief() {
	steal := func(victim wsq.Thief[int]) (int, bool) {
		for {
			switch v, r := victim.Steal(); r {
			case wsq.Stolen:
				return v, true
			case wsq.Empty:
				return 0, false
			}
		}
	}
	d := wsq.NewChaseLev[int](8)
	d.Push(7)
	fmt.Println(steal(d))
	fmt.Println(steal(d))
	// Output:
	// 7 true
	// 0 false
}

// A batch takes up to half of the items, oldest first.
func ExampleBatchThief() {
	var victim wsq.BatchThief[int]
	d := wsq.NewChaseLev[int](8)
	victim = d
	for i := range 6 {
		d.Push(i)
	}
	loot := make([]int, 4)
	n, r := victim.StealBatch(loot)
	fmt.Println(r, loot[:n])
	// Output: Stolen [0 1 2]
}

// PopTop lets the owner work in the order of the pushes.
func ExampleFIFOOwner() {
	d := wsq.NewChaseLev[int](8)
	d.Push(1)
	d.Push(2)
	var owner wsq.FIFOOwner[int] = d
	fmt.Println(owner.PopTop())
	// Output: 1 true
}

// Before an owner goes idle, it lets the garbage collector free the stolen items.
func ExampleScrubber() {
	idle := func(d wsq.Deque[int]) {
		if s, can := d.(wsq.Scrubber); can {
			s.Scrub()
		}
	}
	idle(wsq.NewChaseLev[int](8))
	idle(wsq.NewLocked[int](8)) // needs no Scrub
	// Output:
}

// Retry says nothing about items, so a thief must not sleep on it.
func ExampleStealResult() {
	d := wsq.NewChaseLev[int](8)
	switch v, r := d.Steal(); r {
	case wsq.Stolen:
		fmt.Println("run", v)
	case wsq.Retry:
		fmt.Println("try again")
	case wsq.Empty:
		fmt.Println("try another victim")
	}
	// Output: try another victim
}

// The contract says what a thief may conclude from Empty.
func ExampleEmptyContract() {
	fmt.Println(wsq.NewChaseLev[int](8).Contract().Empty)
	fmt.Println(wsq.NewTHE[int](8, true).Contract().Empty)
	fmt.Println(wsq.NewSplit[int](8).Contract().Empty)
	// Output:
	// strict
	// all-but-one
	// public
}

// A bounded deque declares its capacity, and when a full one has room again.
func ExampleContract() {
	c := wsq.NewABP[int](100).Contract()
	fmt.Println(c.Capacity, c.FullUntilEmpty, c.LockFree)
	// Output: 100 true true
}

// myDeque declares a contract, and wsqtest judges it by that.
type myDeque struct{ *wsq.Locked[int] }

func (myDeque) Contract() wsq.Contract {
	return wsq.Contract{Empty: wsq.Strict, NeverRetries: true}
}

// A deque of your own declares its contract by a method.
func ExampleDeclarer() {
	var d wsq.Declarer = myDeque{wsq.NewLocked[int](8)}
	fmt.Println(d.Contract().NeverRetries)
	// Output: true
}
