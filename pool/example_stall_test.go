package pool_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/stealproof/stealproof/pool"
)

// The only worker blocks until another task has run. No worker is left to run that task.
func ExampleStall() {
	answer := make(chan string, 1)
	p := pool.New(pool.Options{
		Workers: 1, Spares: -1, StallAfter: time.Millisecond,
		Stalled: func(s *pool.Stall) {
			fmt.Printf("calls: %d, waiting: %d, in the example: %t\n",
				len(s.Calls), s.Waiting, strings.Contains(s.Calls[0].At, "example_stall_test.go"))
			answer <- "given up"
		},
	})
	defer p.Close(background)
	_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		if _, err := pool.Submit(background, w, func(*pool.Worker) (int, error) {
			answer <- "42"
			return 0, nil
		}); err != nil {
			return 0, err
		}
		w.Blocking(func() { fmt.Println(<-answer) })
		return 0, nil
	})
	fmt.Println(err)
	// Output:
	// calls: 1, waiting: 1, in the example: true
	// given up
	// <nil>
}
