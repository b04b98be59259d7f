package model_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/model"
)

func TestScenario_TextForm(t *testing.T) {
	for text, want := range map[string]string{
		"push push pop | steal steal":                      "push push pop | steal steal",
		"push*3 steal*2 ; push poptop|steal|batch:2":       "push*3 steal steal ; push poptop | steal | batch:2",
		"  push   pop  ":                                   "push pop",
		"push*1 | steal*1":                                 "push | steal",
		"scrub|batch:3 batch:3 batch:3 batch:2":            "scrub | batch:3*3 batch:2",
		" | steal":                                         "| steal",
		"push*2 batch:4 steal ; pop | steal | steal steal": "push push batch:4 steal ; pop | steal | steal steal",
	} {
		sc, err := model.ParseScenario(text)
		require.NoError(t, err, text)
		require.Equal(t, want, sc.String())
		again, err := model.ParseScenario(sc.String())
		require.NoError(t, err)
		require.Equal(t, sc, again)
	}
}

func TestScenario_BadText(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "no operations",
		" ; ":                                   "no operations",
		"push steal":                            "owner: steal is a thief's operation",
		"push | pop":                            "thief 1: pop is an owner's operation; want steal or batch",
		"push | steal |":                        "thief 2: no operations",
		"psuh":                                  `unknown operation "psuh"`,
		"push*0":                                "want a number from 1",
		"push*1000000000":                       "want a number from 1 to 1000 after *",
		"push*1001":                             "want a number from 1 to 1000 after *",
		"push*999 push*2":                       "owner: more than 1000 operations",
		"push ; push*999 | steal":               "scenario: 1001 operations; want at most 1000",
		"push" + strings.Repeat(" | steal", 65): "scenario: 65 thieves; want at most 64",
		"push | batch":                          "say how many items",
		"push | batch:0":                        "want a number from 1",
		"push | batch:1001":                     "want a number from 1 to 1000 after the colon",
		"push | steal:2":                        "only batch takes a number",
		"psuh ; push | steal":                   "before the semicolon",
	} {
		_, err := model.ParseScenario(text)
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "scenario: ", text)
	}
}

func TestScenario_AtItsBounds(t *testing.T) {
	for _, text := range []string{
		"push*600 ; pop*200 | steal*200",
		"push*936" + strings.Repeat(" | batch:1000", 64),
	} {
		sc, err := model.ParseScenario(text)
		require.NoError(t, err)
		require.Equal(t, 1000, sc.Size())
		require.Equal(t, text, sc.String())
	}
}

func TestScenario_Shrink(t *testing.T) {
	sc, err := model.ParseScenario("push*3 steal ; push push pop*4 | steal*3 | batch:2 steal")
	require.NoError(t, err)
	// It fails whenever the owner pushes and any thief steals.
	fails := func(s model.Scenario) bool {
		pushes, steals := false, false
		for _, a := range s.Owner {
			pushes = pushes || a.Kind == model.Push
		}
		for _, th := range s.Thieves {
			for _, a := range th {
				steals = steals || a.Kind == model.Steal
			}
		}
		return pushes && steals
	}
	require.Equal(t, "push | steal", sc.Shrink(fails).String())
	require.Equal(t, 6, len(sc.Owner), "Shrink must not change what it was given")
}

func TestProp_RandomScenariosAreValid(t *testing.T) {
	all := model.Subject{PopTop: func() (int, bool) { return 0, false }, Scrub: func() {}, StealBatch: func([]int) (int, model.Status) { return 0, model.Empty }}
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		for _, on := range []model.Subject{{}, all} {
			sc := model.Shape{MaxPrepare: 5}.Random(on, model.ByteSource(data))
			require.NoError(t, sc.Runnable(on))
			again, err := model.ParseScenario(sc.String())
			require.NoError(t, err)
			require.Equal(t, sc.String(), again.String())
			require.Equal(t, sc.String(), model.Shape{MaxPrepare: 5}.Random(on, model.ByteSource(data)).String())
		}
	})
}

func TestScenario_Runnable(t *testing.T) {
	sc, err := model.ParseScenario("push poptop | steal")
	require.NoError(t, err)
	require.EqualError(t, sc.Runnable(model.Subject{}), "scenario: this deque has no poptop")
}
