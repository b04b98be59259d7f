package pool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/internal/park"
)

// A submitterQueue behaves like a slice.
func TestSubmitterQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]submitter, 5)
		for i := range all {
			all[i].parker = park.New()
		}
		var l submitterQueue
		var want []*submitter
		t.Repeat(map[string]func(*rapid.T){
			"enter": func(t *rapid.T) {
				n := &all[rapid.IntRange(0, len(all)-1).Draw(t, "who")]
				if !slices.Contains(want, n) {
					l.enter(n)
					want = append(want, n)
				}
			},
			"leave": func(t *rapid.T) {
				n := &all[rapid.IntRange(0, len(all)-1).Draw(t, "who")]
				require.Equal(t, slices.Contains(want, n), l.leave(n))
				want = slices.DeleteFunc(want, func(o *submitter) bool { return o == n })
			},
			"next": func(t *rapid.T) {
				p := l.next()
				if len(want) == 0 {
					require.Nil(t, p)
					return
				}
				require.Same(t, want[0].parker, p)
				want = want[1:]
			},
			"": func(t *rapid.T) {
				require.Equal(t, len(want), l.count)
				var forth, back []*submitter
				for n := l.first; n != nil; n = n.after {
					forth = append(forth, n)
				}
				for n := l.last; n != nil; n = n.before {
					back = append(back, n)
				}
				slices.Reverse(back)
				require.True(t, slices.Equal(want, forth) && slices.Equal(want, back))
			},
		})
	})
}
