package pool_test

import (
	"testing"

	"github.com/stealproof/stealproof/pool"
)

// FuzzTree is TestTree_Wild on trees that the fuzzer makes. If calm, it is TestTree_RightResults.
func FuzzTree(f *testing.F) {
	f.Fuzz(func(t *testing.T, workers, deque byte, calm bool, bytes []byte) {
		g := decode(bytes, !calm)
		p := pool.New(pool.Options{Workers: int(workers%4) + 1, Deque: kinds[int(deque)%len(kinds)].make})
		if err := g.run(p); err != nil {
			t.Fatalf("%v\n%v", g.trees, err)
		}
	})
}
