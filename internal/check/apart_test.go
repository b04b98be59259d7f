package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Files apart are those that no module names, beside others that some module does.
func TestApart(t *testing.T) {
	for file, want := range map[string]bool{
		"pool/registry.go":      true,
		"pool/injector.go":      false, // its accesses are the steps of its callers
		"pool/search.go":        false,
		"pool/registry_test.go": false,
		"wsq/locked.go":         true,
		"wsq/ring.go":           false,
		"internal/mutant/x.go":  false, // no module has code in there
	} {
		require.Equal(t, want, apart(file), file)
	}
}
