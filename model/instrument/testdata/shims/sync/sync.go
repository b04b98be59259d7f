// Package sync is a shim for tests.
package sync

import "sync"

type Locker = sync.Locker

type Mutex struct{ m sync.Mutex }

func (m *Mutex) Lock()         { m.m.Lock() }
func (m *Mutex) Unlock()       { m.m.Unlock() }
func (m *Mutex) TryLock() bool { return m.m.TryLock() }

type RWMutex struct{ m sync.RWMutex }

func (m *RWMutex) Lock()    { m.m.Lock() }
func (m *RWMutex) Unlock()  { m.m.Unlock() }
func (m *RWMutex) RLock()   { m.m.RLock() }
func (m *RWMutex) RUnlock() { m.m.RUnlock() }

type WaitGroup struct{ g sync.WaitGroup }

func (g *WaitGroup) Add(n int)   { g.g.Add(n) }
func (g *WaitGroup) Done()       { g.g.Done() }
func (g *WaitGroup) Wait()       { g.g.Wait() }
func (g *WaitGroup) Go(f func()) { g.g.Go(f) }

func OnceValue[T any](f func() T) func() T { return sync.OnceValue(f) }
