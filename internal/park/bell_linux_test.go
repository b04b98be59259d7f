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
		go func() { assert.True(t, inBubble(), "a goroutine that was started there") }()
		synctest.Wait()
		time.Sleep(100 * 365 * 24 * time.Hour)
		require.True(t, inBubble(), "the clock shows another time")
	})
	require.False(t, inBubble())
}

// Other goroutines of the bubble, which run all the while, do not move its clock.
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

// Outside no goroutine takes itself for one in a bubble, however busy the processors are.
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
