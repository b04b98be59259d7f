package explore

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"reflect"
	"unsafe"
)

// A fingerprint stands for a state. Two states with equal fingerprints are taken
// to be one, so that a part of the graph could be missed. For n states and a
// random function into 2^128 values the probability that this happens at all is
// less than n^2/2^129: for a thousand million states, less than 10^-20. The
// function here is no random one, but nobody chooses states to make it collide;
// a test shows that states which differ in a few bits do not.
type fingerprint struct{ hi, lo uint64 }

// bytesOf returns the memory of a state, which has no padding.
func bytesOf[S comparable](s *S) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}

// fingerprintOf folds the words of a state by wide multiplication, in two chains
// with different constants.
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

// plain returns an error unless equal values of the type have equal bytes.
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
	return fmt.Errorf("%v is no integer, boolean, array or struct", t)
}
