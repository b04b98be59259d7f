package wsq_test

import (
	"testing"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stretchr/testify/require"
)

func TestSplit_RequestIsAnsweredByPush(t *testing.T) {
	d := wsq.NewSplit[*int](16)
	pushRange(t, d, 0, 8)
	requireStealAnswers(t, d, wsq.Empty)
	requireStealAnswers(t, d, wsq.Empty) // no item becomes public without the owner
	pushRange(t, d, 8, 9)                // half of 9, rounded up
	for n := range 5 {
		requireSteal(t, d, n)
	}
	requireStealAnswers(t, d, wsq.Empty)
	require.Equal(t, 4, d.Len())
}

func TestSplit_RequestIsAnsweredByPop(t *testing.T) {
	d := wsq.NewSplit[*int](16)
	pushRange(t, d, 0, 8)
	requireStealAnswers(t, d, wsq.Empty)
	requirePop(t, d, 7) // half of the 7 items that are left, rounded up
	for n := range 4 {
		requireSteal(t, d, n)
	}
	requireStealAnswers(t, d, wsq.Empty)
	requirePop(t, d, 6)
	requireSteal(t, d, 4)
	requirePop(t, d, 5)
	requirePopEmpty(t, d)
}

// If a request meets an owner without items, it stands until the first item comes.
func TestSplit_RequestOutlastsEmpty(t *testing.T) {
	d := wsq.NewSplit[*int](4)
	pushRange(t, d, 0, 1)
	requireStealAnswers(t, d, wsq.Empty)
	requirePop(t, d, 0)
	requirePopEmpty(t, d)
	pushRange(t, d, 1, 2)
	requireSteal(t, d, 1)
}

func TestSplit_PopTakesBackPublicItems(t *testing.T) {
	d := wsq.NewSplit[*int](16)
	requireStealAnswers(t, d, wsq.Empty)
	pushRange(t, d, 0, 1)
	requireSteal(t, d, 0)
	requireStealAnswers(t, d, wsq.Empty)
	pushRange(t, d, 1, 9)
	// Item 1 is public. Another request makes more items public.
	requireSteal(t, d, 1)
	requireStealAnswers(t, d, wsq.Empty)
	pushRange(t, d, 9, 10) // half of 2..9 becomes public
	for n := 9; n >= 3; n-- {
		requirePop(t, d, n) // items 5 to 3 have been public
	}
	requireSteal(t, d, 2)
	requirePopEmpty(t, d)
	requireStealAnswers(t, d, wsq.Empty)
	require.Zero(t, d.Len())
}

// A new ring keeps the border between public and private items.
func TestSplit_GrowKeepsPublicItems(t *testing.T) {
	d := wsq.NewSplit[*int](4)
	pushRange(t, d, 0, 3)
	requireStealAnswers(t, d, wsq.Empty)
	pushRange(t, d, 3, 4) // 0 and 1 are public
	pushRange(t, d, 4, 9)
	require.Equal(t, 16, d.RingCapacity())
	requireSteal(t, d, 0)
	requireSteal(t, d, 1)
	requireStealAnswers(t, d, wsq.Empty)
	for n := 8; n >= 5; n-- {
		requirePop(t, d, n)
	}
}
