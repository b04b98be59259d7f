package classic

import (
	"testing"

	"github.com/stealproof/stealproof/internal/refinetest"
)

// What it costs to follow.
func TestSched_RefineCosts(t *testing.T) { refinetest.Costs(t, refinements...) }
