package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A file is apart if no specification names it, but some specification names another file of its package.
func TestApart(t *testing.T) {
	for file, want := range map[string]bool{
		"pool/registry.go":      true,
		"pool/injector.go":      false, // its accesses are the steps of its callers
		"pool/search.go":        false,
		"pool/registry_test.go": false,
		"wsq/locked.go":         true,
		"wsq/ring.go":           false,
		"internal/mutant/x.go":  false, // no specification has code in this package
	} {
		require.Equal(t, want, apart(file), file)
	}
}
