package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/internal/hunt"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

var longShape = model.Shape{MaxPrepare: 40, MaxOwner: 60, MaxThieves: 2, MaxSteals: 20}

func TestProp_Sequential(t *testing.T) {
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				target := hunt.Target(m)
				capacity := rapid.IntRange(1, 8).Draw(t, "capacity")
				subject := target.New(capacity)
				sc := hunt.Scenarios(longShape, subject).Draw(t, "scenario")
				require.NoError(t, hunt.Alone(subject, target.Spec(capacity), sc))
			})
		})
	}
}

// FuzzSequential finds faults that need only one goroutine.
func FuzzSequential(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range wsqtest.Family() {
			target := hunt.Target(m)
			c := longShape.Decode(data, target.New(1))
			require.NoError(t, hunt.Alone(target.New(c.Capacity), target.Spec(c.Capacity), c.Scenario), m.Name)
		}
	})
}

// FuzzScenarioText checks that ParseScenario reads the text that String prints.
func FuzzScenarioText(f *testing.F) {
	f.Add("push push pop | steal steal")
	f.Add("push*3 steal*2 ; push poptop scrub | steal | batch:2")
	f.Add("push*9999999999")
	f.Fuzz(func(t *testing.T, text string) {
		sc, err := model.ParseScenario(text)
		if err != nil {
			return
		}
		again, err := model.ParseScenario(sc.String())
		require.NoError(t, err)
		require.Equal(t, sc.String(), again.String())
	})
}
