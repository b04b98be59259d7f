package explore

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"reflect"
	"unsafe"
)

// fingerprint identifies a state. The search takes two states with equal fingerprints for one, and could then
// miss part of the graph. With n states and a random function into 2^128 values, the probability of any such
// pair is less than n^2/2^129. For 10^9 states this is less than 10^-20. The function is not random, but nobody
// chooses states to make it collide. A test shows that states that differ in a few bits have different
// fingerprints.
type fingerprint struct{ hi, lo uint64 }

// bytesOf returns the memory of a state, which has no padding.
func bytesOf[S comparable](s *S) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}

// fingerprintOf folds the words of a state with wide multiplications, in two chains with different constants.
func fingerprintOf(b []byte) fingerprint {
	const (
		a0, a1 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
		b0, b1 = 0x8ebc6af09c88c6e3, 0x589965cc75374cc3
	)
	x, y := uint64(a0), uint64(b0)
	for len(b) >= 8 {
		w := binary.LittleEndian.Uint64(b)
		x, y = fold(x^w, a1), fold(y+w, b1)
		b = b[8:]
	}
	if len(b) > 0 {
		var w uint64
		for i, c := range b {
			w |= uint64(c) << (8 * i)
		}
		x, y = fold(x^w, a1), fold(y+w, b1)
	}
	return fingerprint{fold(x^b0, y^b1), fold(x+a1, y^a0)}
}

func fold(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

// plain returns an error unless equal values of the type always have equal bytes.
func plain(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return nil
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		var size uintptr
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				return fmt.Errorf("%v has a field without a name", t)
			}
			if err := plain(f.Type); err != nil {
				return err
			}
			size += f.Type.Size()
		}
		if size != t.Size() {
			return fmt.Errorf("%v has %d bytes of padding", t, t.Size()-size)
		}
		return nil
	}
	return fmt.Errorf("%v is not an integer, boolean, array or struct", t)
}
