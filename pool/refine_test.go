package pool

import (
	"testing"

	"github.com/stealproof/stealproof/internal/refinetest"
)

// refinements are the programs that machines follow, by module.
var refinements = [][]refinetest.Program{promotions, injections, joinings, parkings}

// The pool's protocols in production code, each step of which is one of the machine of its
// specification.
func TestSched_Refines(t *testing.T) {
	for _, programs := range refinements {
		t.Run(programs[0].Protocol().Module, func(t *testing.T) { refinetest.Follow(t, programs) })
	}
}
