package engine

import "unsafe"

// Peek32 and the others read a word that is accessed atomically, within a step. Go's race detector
// does not see the read, since this package is compiled without it.

func Peek32(p *uint32) uint32                      { return *p }
func Peek64(p *uint64) uint64                      { return *p }
func PeekPointer(p *unsafe.Pointer) unsafe.Pointer { return *p }
