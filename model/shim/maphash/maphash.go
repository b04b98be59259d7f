// Package maphash is the shim for hash/maphash under the scheduler of package sched. All seeds are the
// same, and a hash depends on the value alone. So an execution that is run again puts each key into the
// bucket in which it was before.
//
// Only rewritten code imports it, in place of hash/maphash. It may change in any release.
package maphash

import (
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"math/bits"
	"reflect"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Seed is [maphash.Seed].
type Seed struct{ s uint64 }

// Hash is [maphash.Hash].
type Hash struct {
	_     [0]func() // not comparable
	seed  Seed
	state Seed
	buf   [bufferSize]byte
	n     int
}

// bufferSize is that of package hash/maphash, so that the layout of a Hash is the same.
const bufferSize = 128

// MakeSeed returns the only seed.
func MakeSeed() Seed { return Seed{0x9e3779b97f4a7c15} }

// check panics, as package hash/maphash does, if a seed was not made by MakeSeed.
func (s Seed) check(what string) {
	if s.s == 0 {
		panic("maphash: " + what)
	}
}

// mix adds bytes to a state.
func mix(state uint64, b []byte) uint64 {
	for _, x := range b {
		high, low := bits.Mul64(state^uint64(x), 0x2d358dccaa6c78a5)
		state = high ^ low ^ 0x8bb84b93962eacc9
	}
	return state
}

// Bytes is [maphash.Bytes].
func Bytes(seed Seed, b []byte) uint64 {
	seed.check("use of uninitialized Seed")
	return mix(seed.s, b)
}

// String is [maphash.String].
func String(seed Seed, s string) uint64 { return Bytes(seed, []byte(s)) }

// Comparable is [maphash.Comparable]. Pointers and channels do not count, because their addresses
// differ from execution to execution.
func Comparable[T comparable](seed Seed, v T) uint64 {
	var h Hash
	h.SetSeed(seed)
	WriteComparable(&h, v)
	return h.Sum64()
}

// WriteComparable is [maphash.WriteComparable], with the exception of [Comparable].
func WriteComparable[T comparable](h *Hash, x T) { h.value(reflect.ValueOf(&x).Elem()) }

// value adds a value of a comparable type.
func (h *Hash) value(v reflect.Value) {
	fmt.Fprint(h, v.Type(), ":")
	switch v.Kind() {
	case reflect.String:
		h.number(uint64(v.Len()))
		_, _ = h.WriteString(v.String())
	case reflect.Array:
		for i := range v.Len() {
			h.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			h.value(v.Field(i))
		}
	case reflect.Interface:
		if !v.IsNil() {
			h.value(v.Elem())
		}
	case reflect.Float32, reflect.Float64:
		h.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		h.float(real(v.Complex()))
		h.float(imag(v.Complex()))
	case reflect.Bool:
		h.number(uint64(map[bool]int{true: 1}[v.Bool()]))
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
	default:
		switch {
		case v.CanInt():
			h.number(uint64(v.Int()))
		case v.CanUint():
			h.number(v.Uint())
		default:
			panic(fmt.Errorf("hash of unhashable type %v", v.Type()))
		}
	}
}

// float adds a number. Both zeros are equal.
func (h *Hash) float(f float64) { h.number(math.Float64bits(f + 0)) }

func (h *Hash) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	_, _ = h.Write(b[:])
}

// begin gives a Hash without a seed one. A Hash is plain memory: two threads that use it race.
func (h *Hash) begin() {
	if h.seed.s == 0 {
		h.SetSeed(MakeSeed())
		return
	}
	if engine.On() {
		engine.PlainRead(0, unsafe.Pointer(h), unsafe.Sizeof(*h))
	}
}

// changes says that the Hash is about to change.
func (h *Hash) changes() {
	if engine.On() {
		engine.PlainWrite(0, unsafe.Pointer(h), unsafe.Sizeof(*h))
	}
}

// Write is [maphash.Hash.Write].
func (h *Hash) Write(b []byte) (int, error) {
	h.begin()
	h.changes()
	h.state.s = mix(h.state.s, b)
	return len(b), nil
}

// WriteByte is [maphash.Hash.WriteByte].
func (h *Hash) WriteByte(b byte) error {
	_, err := h.Write([]byte{b})
	return err
}

// WriteString is [maphash.Hash.WriteString].
func (h *Hash) WriteString(s string) (int, error) { return h.Write([]byte(s)) }

// Seed is [maphash.Hash.Seed].
func (h *Hash) Seed() Seed {
	h.begin()
	return h.seed
}

// SetSeed is [maphash.Hash.SetSeed].
func (h *Hash) SetSeed(seed Seed) {
	seed.check("use of uninitialized Seed")
	h.changes()
	h.seed, h.state, h.n = seed, seed, 0
}

// Reset is [maphash.Hash.Reset].
func (h *Hash) Reset() {
	h.begin()
	h.SetSeed(h.seed)
}

// Sum64 is [maphash.Hash.Sum64].
func (h *Hash) Sum64() uint64 {
	h.begin()
	return h.state.s
}

// Sum is [maphash.Hash.Sum].
func (h *Hash) Sum(b []byte) []byte { return binary.LittleEndian.AppendUint64(b, h.Sum64()) }

// Size is [maphash.Hash.Size].
func (h *Hash) Size() int { return 8 }

// BlockSize is [maphash.Hash.BlockSize].
func (h *Hash) BlockSize() int { return len(h.buf) }

// Clone is [maphash.Hash.Clone].
func (h *Hash) Clone() (hash.Cloner, error) {
	h.begin()
	c := *h
	return &c, nil
}
