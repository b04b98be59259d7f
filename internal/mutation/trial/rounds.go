package trial

import (
	"flag"
	"fmt"
	"time"
)

// The flags of a trial.
var (
	Budget = flag.Duration("trial.for", 300*time.Millisecond, "how long a search on real cores goes on, and one under the scheduler at most a hundred times as long")
	Seed   = flag.Uint64("trial.seed", 1, "of what is random on real cores")
)

// TB is what Rounds needs of a testing.TB.
type TB interface {
	Helper()
	Failed() bool
	Fatal(args ...any)
}

// Rounds calls round until it fails or Budget is over, with another number each time. It
// returns how many executions it was, the one that failed included. Before each one is
// said which execution begins with it, since a mutant may end the process.
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

// Say tells whoever runs this process how much has been done.
func Say(executions int) { fmt.Printf("\ntrial: %d executions\n", executions) }
