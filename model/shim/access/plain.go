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
