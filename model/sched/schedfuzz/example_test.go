package schedfuzz_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

// adders is a target: the first byte is the number of threads.
var adders schedfuzz.Target = func(program []byte) schedfuzz.Input {
	threads := 1
	if len(program) > 0 {
		threads += int(program[0]) % 3
	}
	return schedfuzz.Input{
		Program: func(s *sched.S) {
			for range threads {
				s.Go(func() {})
			}
			s.Wait()
		},
		Options: sched.Options{Steps: 500},
	}
}

func FuzzAdders(f *testing.F) {
	f.Add([]byte{2})
	schedfuzz.Run(f, adders)
}

// A target turns bytes into a program. Here one search covers all its schedules.
func ExampleTarget() {
	var input schedfuzz.Input = adders([]byte{1})
	fmt.Println(sched.Search(input.Program, input.Options).Ending)
	// Output: exhausted
}
