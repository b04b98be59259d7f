package protocol_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/protocol"
)

// The sound programs are run on real cores: many short runs, and one long run.
func TestPrograms_RealCores(t *testing.T) {
	short, long := 2_000, 20_000
	if testing.Short() {
		short, long = 200, 2_000
	}
	for _, p := range protocol.All() {
		if !p.Sound {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			for range short {
				require.NoError(t, run(p, p.Rounds))
			}
			require.NoError(t, run(p, long))
		})
	}
}

func run(p protocol.Program, rounds int) error {
	var wg sync.WaitGroup
	check := p.Run(func(_ string, f func()) { wg.Go(f) }, rounds)
	wg.Wait()
	if check == nil {
		return nil
	}
	return check()
}
