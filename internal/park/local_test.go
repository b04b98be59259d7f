package park_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/park"
)

// Each goroutine gets its own value back, beside many others, and none after it has set nil.
func TestLocal_IsOfTheGoroutine(t *testing.T) {
	if _, known := park.Local(); !known {
		t.Skip("goroutines cannot be told apart here")
	}
	const goroutines = 5000 // more than there are places
	var all, set sync.WaitGroup
	set.Add(goroutines)
	for n := range goroutines {
		all.Go(func() {
			was, known := park.Local()
			assert.True(t, known)
			assert.Nil(t, was)
			park.SetLocal(-1)
			park.SetLocal(n)
			set.Done()
			set.Wait()
			is, _ := park.Local()
			assert.Equal(t, n, is)
			runtime.Gosched()
			park.SetLocal(nil)
			is, _ = park.Local()
			assert.Nil(t, is)
		})
	}
	all.Wait()
	mine, _ := park.Local()
	require.Nil(t, mine)
}

func BenchmarkLocal(b *testing.B) {
	for b.Loop() {
		_, _ = park.Local()
	}
}
