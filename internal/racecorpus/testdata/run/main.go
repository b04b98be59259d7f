// This command runs one snippet of the corpus again and again, on real cores: run "name" 100. Built with -race,
// it exits with 66 at the first race.
package main

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/stealproof/stealproof/internal/racecorpus"
)

func main() {
	rounds, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	racecorpus.Pause = func() {
		switch rand.IntN(4) {
		case 0:
		case 1, 2:
			for range rand.IntN(20) {
				runtime.Gosched()
			}
		default:
			time.Sleep(time.Duration(rand.IntN(100)) * time.Microsecond)
		}
	}
	for _, s := range append(racecorpus.All(), racecorpus.Unrewritten()...) {
		if s.Name == os.Args[1] {
			for range rounds {
				s.Body()
			}
			return
		}
	}
	panic("there is no " + os.Args[1])
}
