// Package pad keeps fields that different goroutines write on different cache lines.
package pad

// Size is a distance in bytes at which two fields do not disturb each other. It is two 64-byte lines, because
// x86 prefetches lines in pairs. Some arm64 servers and Apple silicon use lines of 128 bytes.
const Size = 128

// Line goes between two fields that different goroutines write. The tag stealproof_nopad makes it empty, to measure
// what it gains.
type Line [lineSize]byte
