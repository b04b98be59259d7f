package pool

import (
	"testing"

	"github.com/stealproof/stealproof/internal/refinetest"
)

// TestSched_RefineCosts measures the cost of following the machines.
func TestSched_RefineCosts(t *testing.T) { refinetest.Costs(t, refinements...) }
