// Package atomic is a shim for tests.
package atomic

import "sync/atomic"

type Int64 struct{ v atomic.Int64 }

func (x *Int64) Load() int64                        { return x.v.Load() }
func (x *Int64) Store(v int64)                      { x.v.Store(v) }
func (x *Int64) Add(d int64) int64                  { return x.v.Add(d) }
func (x *Int64) CompareAndSwap(old, new int64) bool { return x.v.CompareAndSwap(old, new) }

type Uint64 struct{ v atomic.Uint64 }

func (x *Uint64) Load() uint64                        { return x.v.Load() }
func (x *Uint64) Store(v uint64)                      { x.v.Store(v) }
func (x *Uint64) Add(d uint64) uint64                 { return x.v.Add(d) }
func (x *Uint64) CompareAndSwap(old, new uint64) bool { return x.v.CompareAndSwap(old, new) }

type Pointer[T any] struct{ v atomic.Pointer[T] }

func (x *Pointer[T]) Load() *T                        { return x.v.Load() }
func (x *Pointer[T]) Store(v *T)                      { x.v.Store(v) }
func (x *Pointer[T]) Swap(v *T) *T                    { return x.v.Swap(v) }
func (x *Pointer[T]) CompareAndSwap(old, new *T) bool { return x.v.CompareAndSwap(old, new) }

func AddInt64(p *int64, d int64) int64 { return atomic.AddInt64(p, d) }
func LoadInt64(p *int64) int64         { return atomic.LoadInt64(p) }
func StoreInt64(p *int64, v int64)     { atomic.StoreInt64(p, v) }
