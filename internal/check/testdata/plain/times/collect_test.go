package times

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/stretchr/testify/suite"
)

// The checks of a CollectT end its function only.
func TestCollect(t *testing.T) {
	var mu sync.Mutex
	n := 0
	go func() { mu.Lock(); n++; mu.Unlock() }()
	require.EventuallyWithT(t, func(c *assert.CollectT) {
		mu.Lock()
		defer mu.Unlock()
		require.Equal(c, 1, n)
	}, time.Second, time.Millisecond)
}

func TestCollect_Fails(t *testing.T) {
	var n atomic.Int32
	go n.Add(1)
	assert.EventuallyWithTf(t, func(c *assert.CollectT) {
		require.Equal(c, int32(2), n.Load())
		t.Error("this does not run")
	}, time.Second, 100*time.Millisecond, "no %s", "answer")
}

// A lock that such a function leaves behind keeps the others out.
func TestCollect_KeepsALock(t *testing.T) {
	var mu sync.Mutex
	n, of := 0, assert.TestingT(t) // the shim has type parameters, and its first argument is no pointer
	go func() { mu.Lock(); n++; mu.Unlock() }()
	assert.EventuallyWithT(of, func(c *assert.CollectT) {
		mu.Lock()
		require.Equal(c, 1, n)
		mu.Unlock()
	}, time.Second, time.Millisecond)
}

func TestCollect_Panics(t *testing.T) {
	assert.EventuallyWithT(t, func(*assert.CollectT) { panic("no collection") }, time.Second, time.Millisecond)
}

// This version of testify calls the condition at once. So the goroutine may not have ended.
func TestEventually_AtOnce(t *testing.T) {
	var ready, done atomic.Bool
	go func() {
		ready.Store(true)
		done.Store(true)
	}()
	require.Eventually(t, ready.Load, time.Second, time.Millisecond)
	require.True(t, done.Load())
}

// polling has conditions that are checked by methods.
type polling struct {
	suite.Suite
	n atomic.Int32
}

func (s *polling) SetupTest() { s.n.Store(0) }

func (s *polling) TestSound() {
	go s.n.Add(1)
	s.Eventually(func() bool { return s.n.Load() == 1 }, time.Second, time.Millisecond)
	s.Require().
		Never(func() bool { return s.n.Load() > 1 }, time.Second, time.Millisecond)
	assert.New(s.T()).EventuallyWithT(func(c *assert.CollectT) { assert.Equal(c, int32(1), s.n.Load()) }, time.Second, time.Millisecond)
}

func (s *polling) TestFails() {
	go s.n.Add(1)
	require.New(s.T()).Eventuallyf(func() bool { return s.n.Load() == 2 }, time.Second, time.Millisecond, "no %s", "two")
	s.Fail("this does not run")
}

func TestPolling(t *testing.T) { suite.Run(t, new(polling)) }
