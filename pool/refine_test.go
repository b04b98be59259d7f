package pool

import (
	"testing"

	"github.com/stealproof/stealproof/internal/refinetest"
)

// refinements are the programs that machines follow, by module.
var refinements = [][]refinetest.Program{promotions, injections, joinings, parkings, typedFrames}

// The programs run the pool's protocols in production code. Each step of the code must be a step
// of the machine.
func TestSched_Refines(t *testing.T) {
	for _, programs := range refinements {
		t.Run(programs[0].Protocol().Module, func(t *testing.T) { refinetest.Follow(t, programs) })
	}
}
