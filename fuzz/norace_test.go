//go:build !race

package fuzz_test

// detecting says that the race detector watches.
const detecting = false
