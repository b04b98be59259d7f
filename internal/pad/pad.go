// Package pad keeps fields that different goroutines write out of each other's
// cache lines.
package pad

// Size is the distance, in bytes, that keeps two fields from disturbing each
// other: two 64-byte lines, because x86 prefetches lines in pairs and arm64
// servers and Apple silicon use lines of 128 bytes.
const Size = 128

// Line is placed between two fields that different goroutines write.
type Line [Size]byte
