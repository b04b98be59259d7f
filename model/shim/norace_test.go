//go:build !race

package shim_test

// detecting says that the race detector watches.
const detecting = false
