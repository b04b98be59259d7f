package wsq_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

// variant is a deque that the tests of this package run on. Its constructor makes a first
// ring, or a whole array, with room for capacity items.
type variant struct {
	name string
	new  func(capacity int) wsq.Deque[*int]
	// grows: Push never returns false.
	grows bool
	// contract is the contract that the deque must declare.
	contract wsq.Contract
}

var variants = []variant{
	{
		name:     "ChaseLev",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewChaseLev[*int](n) },
		grows:    true,
		contract: wsq.Contract{Empty: wsq.Strict, LockFree: true},
	},
	{
		name:     "Split",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewSplit[*int](n) },
		grows:    true,
		contract: wsq.Contract{Empty: wsq.Public},
	},
	{
		name:     "ABP",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewABP[int](n) },
		contract: wsq.Contract{Empty: wsq.Strict, Capacity: 64, FullUntilEmpty: true, LockFree: true},
	},
	{
		name:     "Duffy",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewDuffy[*int](n) },
		grows:    true,
		contract: wsq.Contract{Empty: wsq.Strict},
	},
	{
		name:     "THE",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewTHE[*int](n, false) },
		grows:    true,
		contract: wsq.Contract{Empty: wsq.Strict, NeverRetries: true},
	},
	{
		name:     "THEKeepLast",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewTHE[*int](n, true) },
		grows:    true,
		contract: wsq.Contract{Empty: wsq.AllButOne, KeepsLast: true, NeverRetries: true},
	},
	{
		name:     "Locked",
		new:      func(n int) wsq.Deque[*int] { return wsq.NewLocked[*int](n) },
		grows:    true,
		contract: wsq.Contract{Empty: wsq.Strict, NeverRetries: true},
	},
}

func forEachVariant(t *testing.T, test func(t *testing.T, v variant)) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) { test(t, v) })
	}
}

// pushRange pushes the numbers from, from+1, ... up to to, exclusive.
func pushRange(t *testing.T, d wsq.Owner[*int], from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		require.True(t, d.Push(&n), "Push(%d)", n)
	}
}

func requirePop(t *testing.T, d wsq.Owner[*int], want int) {
	t.Helper()
	v, ok := d.Pop()
	require.True(t, ok, "Pop found nothing, want %d", want)
	require.Equal(t, want, *v, "Pop")
}

func requirePopEmpty(t *testing.T, d wsq.Owner[*int]) {
	t.Helper()
	v, ok := d.Pop()
	require.False(t, ok, "Pop of an empty deque")
	require.Nil(t, v)
}

func requireSteal(t *testing.T, d wsq.Thief[*int], want int) {
	t.Helper()
	v, r := d.Steal()
	require.Equal(t, wsq.Stolen, r, "Steal, want item %d", want)
	require.Equal(t, want, *v, "Steal")
}

func requireStealAnswers(t *testing.T, d wsq.Thief[*int], want wsq.StealResult) {
	t.Helper()
	v, r := d.Steal()
	require.Equal(t, want, r, "Steal")
	require.Nil(t, v, "Steal returned a value with %v", r)
}

// waitUntil waits for a condition that other goroutines bring about. It gives up only after
// a time that no correct run needs.
func waitUntil(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !condition(); runtime.Gosched() {
		if time.Now().After(deadline) {
			require.FailNow(t, fmt.Sprintf("no progress: waited in vain until %s", what))
		}
	}
}
