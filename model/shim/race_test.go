//go:build race

package shim_test

// detecting says that the race detector is on.
const detecting = true
