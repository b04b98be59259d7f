package park

import (
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInBubble(t *testing.T) {
	require.False(t, inBubble())
	synctest.Test(t, func(t *testing.T) {
		require.True(t, inBubble())
		go func() { assert.True(t, inBubble(), "a goroutine started in the bubble must see the bubble") }()
		synctest.Wait()
		time.Sleep(100 * 365 * 24 * time.Hour)
		require.True(t, inBubble(), "another time of the bubble's clock must not matter")
	})
	require.False(t, inBubble())
}

// The clock of a bubble stands still even while other goroutines of the bubble run.
func TestInBubble_BesideOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 100 {
					assert.True(t, inBubble())
					runtime.Gosched()
					time.Sleep(time.Nanosecond)
				}
			})
		}
		all.Wait()
	})
}

// Outside a bubble inBubble reports false, however busy the processors are.
func TestInBubble_Outside(t *testing.T) {
	var all sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for range 1000 {
				assert.False(t, inBubble())
			}
		})
	}
	all.Wait()
}

// A goroutine sees that it is on the other side of a bubble's border, in both directions.
func TestBubble_Elsewhere(t *testing.T) {
	outside := Here()
	require.False(t, outside.Elsewhere())
	var inside Bubble
	synctest.Test(t, func(t *testing.T) {
		require.True(t, outside.Elsewhere())
		inside = Here()
		go func() { assert.False(t, inside.Elsewhere()) }()
		synctest.Wait()
		time.Sleep(100 * 365 * 24 * time.Hour)
		require.False(t, inside.Elsewhere())
		require.True(t, outside.Elsewhere())
	})
	require.True(t, inside.Elsewhere())
	require.False(t, outside.Elsewhere())
}
