package wsq_test

import (
	"fmt"
	"sync"

	"github.com/stealproof/stealproof/wsq"
)

// The owner works at the bottom, newest first; thieves take the oldest.
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

// Full is a result: the caller runs the item itself, or pushes it elsewhere.
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

// A thief that finds nothing public leaves a request, which the owner answers at
// its next Push or Pop.
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

// Checked panics when two owner operations overlap. Put it around the deque in
// tests.
func ExampleChecked() {
	var d wsq.Deque[int] = wsq.NewChecked[int](wsq.NewChaseLev[int](8))
	d.Push(1)
	fmt.Println(d.Pop())
	// Output: 1 true
}
