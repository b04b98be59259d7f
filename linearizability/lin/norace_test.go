//go:build !race

package lin

// detecting says that the race detector watches.
const detecting = false
