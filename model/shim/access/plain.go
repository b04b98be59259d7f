package access

import "unsafe"

// R reports that *p is about to be read. It returns p.
func R[T any](id uint32, p *T) *T {
	if on() {
		read(id, unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	return p
}

// W reports that *p is about to be written. It returns p.
func W[T any](id uint32, p *T) *T {
	if on() {
		write(id, unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	return p
}

// The functions below are for assignments with a call on the right side. If the call synchronizes,
// the write comes after that. So the write must not be reported before the call.

// Set returns a function that writes *p.
func Set[T any](id uint32, p *T) func(T) {
	return func(v T) { *W(id, p) = v }
}

// Local returns a function that writes a variable that is not shared.
func Local[T any](p *T) func(T) {
	return func(v T) { *p = v }
}

// Blank drops a value.
func Blank(any) {}

// Set2 and the others combine several writes into one assignment.
func Set2[A, B any](a func(A), b func(B)) func(A, B) {
	return func(x A, y B) { a(x); b(y) }
}

func Set3[A, B, C any](a func(A), b func(B), c func(C)) func(A, B, C) {
	return func(x A, y B, z C) { a(x); b(y); c(z) }
}

func Set4[A, B, C, D any](a func(A), b func(B), c func(C), d func(D)) func(A, B, C, D) {
	return func(x A, y B, z C, u D) { a(x); b(y); c(z); d(u) }
}

// Is is x.(T) with two results.
func Is[T any](x any) (T, bool) {
	v, ok := x.(T)
	return v, ok
}
