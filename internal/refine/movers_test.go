package refine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A region is one step if some point in it has, on its right, all conflicting accesses that come
// after an access of the region, and on its left all those that come before one.
func TestMovers_FindAPoint(t *testing.T) {
	own := func(object int32, writes bool) moved { return moved{thread: 1, object: object, writes: writes} }
	other := func(object int32, writes bool) moved { return moved{thread: 2, object: object, writes: writes} }
	for _, c := range []struct {
		name   string
		during []moved
		want   Movers
	}{
		{"alone", []moved{own(1, false), own(2, true)}, Movers{}},
		{"another object", []moved{own(1, true), other(3, true), own(2, true)}, Movers{Regions: 1}},
		{"two reads", []moved{own(1, false), other(1, false), own(1, false)}, Movers{Regions: 1}},
		{"right movers: others write before the read", []moved{own(1, false), other(2, true), own(2, false)}, Movers{Regions: 1, NotLeft: 1}},
		{"left movers: others read after the write", []moved{own(1, true), other(1, false), own(2, true)}, Movers{Regions: 1, NotRight: 1}},
		{"a point between", []moved{other(2, true), own(2, false), own(1, true), other(1, false), own(3, true)}, Movers{Regions: 1, NotRight: 1, NotLeft: 1}},
		{"two reads of what others write: broken", []moved{own(1, false), other(1, true), own(1, false)}, Movers{Regions: 1, NotRight: 1, NotLeft: 1, Stuck: 1}},
		{"half written: broken", []moved{own(1, true), other(1, false), other(2, false), own(2, true)}, Movers{Regions: 1, NotRight: 1, NotLeft: 1, Stuck: 1}},
		{"two others, crossed: broken", []moved{own(1, false), other(1, true), moved{thread: 3, object: 2, writes: true}, own(2, false)}, Movers{Regions: 1, NotRight: 1, NotLeft: 1, Stuck: 1}},
		{"two others, in order", []moved{own(1, false), moved{thread: 3, object: 2, writes: true}, own(2, false), other(1, true), own(3, true)}, Movers{Regions: 1, NotRight: 1, NotLeft: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m Movers
			m.region(1, -1, c.during)
			c.want.Seen = 1
			require.Equal(t, c.want, m)
		})
	}
}

// Accesses before a commit need only move right, and accesses after it only left.
func TestMovers_Commit(t *testing.T) {
	own := func(object int32, writes bool) moved { return moved{thread: 1, object: object, writes: writes} }
	other := func(object int32) moved { return moved{thread: 2, object: object, writes: true} }
	for _, c := range []struct {
		name   string
		commit int
		during []moved
		want   Movers
	}{
		{"none", -1, []moved{own(1, false), own(2, true)}, Movers{}},
		{"alone", 1, []moved{own(1, false), own(2, true)}, Movers{Committed: 1}},
		{"right, commit, left", 2, []moved{other(1), own(1, false), own(2, true), other(2), own(3, true), other(3)}, Movers{Committed: 1, Regions: 1}},
		{"no right mover before it", 2, []moved{own(1, false), other(1), own(2, true)}, Movers{Committed: 1, Regions: 1, NotRight: 1}},
		{"no left mover after it", 0, []moved{own(2, true), other(1), own(1, false)}, Movers{Committed: 1, Regions: 1, NotLeft: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m Movers
			m.region(1, c.commit, c.during)
			c.want.Seen = 1
			require.Equal(t, c.want, m)
		})
	}
}
