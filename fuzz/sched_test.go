package fuzz_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// TestSched_Deques explores deques as they are shipped.
func TestSched_Deques(t *testing.T) {
	for _, m := range wsqtest.Family() {
		for _, sc := range []string{
			"push pop | steal", "push push pop | steal | steal", "push push pop pop | steal | steal",
			"push push pop pop | steal steal",
		} {
			t.Run(fmt.Sprintf("%s/%s", m.Name, sc), func(t *testing.T) {
				r := wsqtest.Explore(t, m.New, 4, sc, wsqtest.Options[*wsqtest.Item]{})
				require.Equal(t, sched.Exhausted, r.Ending)
			})
		}
	}
}
