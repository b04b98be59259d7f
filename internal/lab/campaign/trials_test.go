package campaign

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Each mutant of the deques and the pool is compared with the specification, after all other
// trials, unless it is equivalent.
func TestTrials_TheSpecificationIsLast(t *testing.T) {
	follows := func(r trialRun) bool { return strings.HasPrefix(r.run, "^"+refines+"$") }
	seen := map[string]int{}
	for _, m := range append(mutation.Table(), mutation.Mutant{Name: equivalent(t), File: "wsq/abp.go"}) {
		all := trialsOf(m, Step)
		of := m.Package()
		if mutation.Equivalent()[m.Name] != "" {
			of = "equivalent"
		}
		seen[of]++
		switch at := slices.IndexFunc(all, follows); of {
		case "wsq", "pool":
			require.Equal(t, len(all)-1, at, m.Name)
			require.Equal(t, map[string]string{"wsq": refinements, "pool": "pool"}[of], all[at].pkg, m.Name)
		default:
			require.Negative(t, at, m.Name)
		}
	}
	require.Len(t, seen, 4)
}

// equivalent returns the name of an equivalent mutant.
func equivalent(t *testing.T) string {
	for name := range mutation.Equivalent() {
		return name
	}
	require.Fail(t, "there is none")
	return ""
}
