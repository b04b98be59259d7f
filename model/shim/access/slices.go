package access

import (
	"reflect"
	"unsafe"
)

// data returns the address and the size of the n elements of s from index i on.
func data[E any](s []E, i, n int) (unsafe.Pointer, uintptr) {
	if n == 0 {
		return nil, 0
	}
	p := &s[:cap(s)][i]
	return unsafe.Pointer(p), uintptr(n) * unsafe.Sizeof(*p)
}

func readElems[E any](id uint32, s []E) {
	if on() {
		p, size := data(s, 0, len(s))
		read(id, p, size)
	}
}

func writeElems[E any](id uint32, s []E) {
	if on() {
		p, size := data(s, 0, len(s))
		write(id, p, size)
	}
}

// Item reports that a range statement has read s[i].
func Item[S ~[]E, E any](id uint32, s S, i int) {
	if on() {
		p, size := data(s, i, 1)
		read(id, p, size)
	}
}

// All reports that all elements of s are about to be read. It returns s.
func All[S ~[]E, E any](id uint32, s S) S {
	readElems(id, s)
	return s
}

// Append returns a function that appends to s.
func Append[S ~[]E, E any](id uint32, s S) func(...E) S {
	return func(v ...E) S {
		grown(id, s, len(v))
		return append(s, v...)
	}
}

// AppendAll is Append for the elements of another slice.
func AppendAll[S ~[]E, E any](id uint32, s S) func([]E) S {
	return func(v []E) S {
		readElems(id, v)
		grown(id, s, len(v))
		return append(s, v...)
	}
}

// AppendText is append(s, v...) where v is a string, or one of a type parameter that may be one.
func AppendText[S ~[]byte, T ~string | ~[]byte](id uint32, s S, v T) S {
	readText(id, v)
	grown(id, s, len(v))
	return append(s, v...)
}

// readText records that the bytes of v are read. Those of a string never change.
func readText[T ~string | ~[]byte](id uint32, v T) {
	if !on() {
		return
	}
	if b := reflect.ValueOf(v); b.Kind() == reflect.Slice {
		readElems(id, b.Bytes())
	}
}

// grown reports the accesses of an append to the array of s. If there is room, it writes behind
// the end. If not, it reads all elements.
func grown[E any](id uint32, s []E, n int) {
	if n == 0 || !on() {
		return
	}
	if n <= cap(s)-len(s) {
		p, size := data(s, len(s), n)
		write(id, p, size)
	} else {
		readElems(id, s)
	}
}

// Copy is copy(d, s).
func Copy[D, S ~[]E, E any](id uint32, d D, s S) int {
	n := min(len(d), len(s))
	readElems(id, s[:n])
	writeElems(id, d[:n])
	return copy(d, s)
}

// CopyText is copy(d, v) where v is a string, or one of a type parameter that may be one.
func CopyText[D ~[]byte, T ~string | ~[]byte](id uint32, d D, v T) int {
	n := min(len(d), len(v))
	readText(id, v[:n])
	writeElems(id, d[:n])
	return copy(d, v)
}

// Clear is clear(s).
func Clear[S ~[]E, E any](id uint32, s S) {
	writeElems(id, s)
	clear(s)
}
