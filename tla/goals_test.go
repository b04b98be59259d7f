package tla

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each form of a temporal property that the modules use has its conditions. Other forms are refused.
func TestGoals(t *testing.T) {
	for text, want := range map[string][]Goal{
		" <>[](Present = {})":              {{"P", "(Present = {})"}},
		" []<>Idle":                        {{"P", "Idle"}},
		" <>(\\A p : pc[p] = \"D\")":       {{"P", "(\\A p : pc[p] = \"D\")"}},
		"\n  (a /\\ b) \\* why\n    ~> ~c": {{"P, when", "(a /\\ b)"}, {"P", "~c"}},
	} {
		all, err := goals("P", text)
		require.NoError(t, err)
		require.Equal(t, want, all, text)
	}
	for _, text := range []string{"[]x", "x", "<>(a /\\ <>b)", "a ~> b ~> c", "[](a ~> b)"} {
		_, err := goals("P", text)
		require.ErrorContains(t, err, "want <>[]G", text)
	}
	require.Equal(t, map[string]int{"A": 3, "B": 14}, ReadGoals([]Goal{{Name: "A"}, {Name: "B"}}, []string{"x", `<<"goals", 3, 14>>`}))
	require.Nil(t, ReadGoals(nil, []string{`<<"goals">>`}))
}
