package classic

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// When Close returns, the workers have left, so running tasks have ended. In VT and Duffy, all
// submitted tasks have run.
func TestClose_Waits(t *testing.T) {
	t.Run("wspool", func(t *testing.T) {
		p, begun, done := NewWSPool(1), make(chan bool), false
		p.Submit(NewRAction(func(*WSWorker) {
			close(begun)
			for !p.stop.Load() {
				runtime.Gosched()
			}
			time.Sleep(10 * time.Millisecond)
			done = true
		}))
		<-begun
		p.Close()
		require.True(t, done)
	})
	t.Run("vt", func(t *testing.T) { closesAfterAll[*VTWorker](t, NewVT(2, false)) })
	t.Run("duffy", func(t *testing.T) { closesAfterAll[*DuffyWorker](t, NewDuffy(2)) })
}

func closesAfterAll[W Worker[W]](t *testing.T, p interface {
	Submit(Task[W])
	Close()
}) {
	var ran atomic.Int32
	for range 20 {
		p.Submit(NewFuture(func(W) int {
			time.Sleep(time.Millisecond)
			return int(ran.Add(1))
		}))
	}
	p.Close()
	require.EqualValues(t, 20, ran.Load())
}
