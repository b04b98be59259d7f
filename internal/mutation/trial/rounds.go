package trial

import (
	"flag"
	"fmt"
	"time"
)

// The flags of a trial.
var (
	Budget = flag.Duration("trial.for", 300*time.Millisecond, "how `long` a search on real cores goes on; one under the scheduler takes at most a hundred times as long")
	Seed   = flag.Uint64("trial.seed", 1, "the `seed` of random runs on real cores")
)

// TB has the methods of testing.TB that Rounds needs.
type TB interface {
	Helper()
	Failed() bool
	Fatal(args ...any)
}

// Rounds calls round with rising numbers until it fails or Budget has passed. round returns its number of executions,
// including the failed one. Before each round, Rounds prints the number of its first execution, because a mutant may end
// the process.
func Rounds(t TB, round func(n uint64) (executions int, err error)) {
	t.Helper()
	all := 0
	end := time.Now().Add(*Budget)
	for n := *Seed; !t.Failed() && time.Now().Before(end); n++ {
		Say(all + 1)
		executions, err := round(n)
		all += executions
		if err != nil {
			Say(all)
			t.Fatal("rule broken: ", err)
		}
	}
	Say(all)
}

// Say prints the number of executions, for the program that runs this process.
func Say(executions int) { fmt.Printf("\ntrial: %d executions\n", executions) }
