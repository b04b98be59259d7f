package mutation

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable_AppliesToTheCodeAsItIs(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Table() {
		t.Run(m.Name, func(t *testing.T) {
			require.False(t, names[m.Name], "the name is there twice")
			names[m.Name] = true
			require.NotEmpty(t, m.Mechanism)
			require.NotEmpty(t, m.Origin)
			_, err := Alone("../..", m)
			require.NoError(t, err)
		})
	}
}
