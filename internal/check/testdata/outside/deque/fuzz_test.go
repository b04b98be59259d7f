package deque

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/schedfuzz"
)

// mixed returns a program for the given bytes. Each byte is an operation of the owner.
func mixed(d func(int) *Bounded) schedfuzz.Target {
	return func(program []byte) schedfuzz.Input {
		if len(program) > 6 {
			program = program[:6]
		}
		return schedfuzz.Input{Program: func(s *sched.S) {
			q := d(4)
			taken := make([]int, len(program)+1)
			s.Go(func() {
				pushed := 0
				for _, b := range program {
					if b%2 == 0 {
						if q.Push(pushed + 1) {
							pushed++
						}
					} else if v, ok := q.Pop(); ok {
						taken[v]++
					}
				}
			})
			var stolen [2]int
			for i := range stolen {
				s.Go(func() {
					if v, r := q.Steal(); r == Got {
						stolen[i] = v
					}
				})
			}
			s.Wait()
			for _, v := range stolen {
				taken[v]++
			}
			for v, n := range taken {
				if v > 0 && n > 1 {
					s.Errorf("item %d was taken %d times", v, n)
				}
			}
		}}
	}
}

func FuzzBounded(f *testing.F) { schedfuzz.Run(f, mixed(New)) }

func FuzzCareless(f *testing.F) { schedfuzz.Run(f, mixed(NewCareless)) }
