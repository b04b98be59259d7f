package reach

import (
	"testing"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

func explore(t *testing.T, newDeque func(int) wsq.Deque[*wsqtest.Item]) {
	wsqtest.ExploreAll(t, newDeque, wsqtest.Options[*wsqtest.Item]{}, nil)
}

func TestRingLate(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] { return NewRing[wsqtest.Item](10, true) })
}

func TestRing(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] { return NewRing[wsqtest.Item](10, false) })
}

func TestTaggedTwo(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] { return NewTagged[wsqtest.Item](64, 2) })
}

func TestTagged(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] { return NewTagged[wsqtest.Item](64, 1<<31) })
}

func TestGrowingEarly(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] { return NewGrowing[wsqtest.Item](true) })
}

func TestGrowing(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] { return NewGrowing[wsqtest.Item](false) })
}

func TestRare(t *testing.T) {
	explore(t, func(int) wsq.Deque[*wsqtest.Item] {
		return &Rare[wsqtest.Item]{Tagged: NewTagged[wsqtest.Item](64, 1<<31)}
	})
}
