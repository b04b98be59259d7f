// Package late has a function that refuses its package.
package late

import "sync"

// Pool uses a type that the shims of the tests lack.
func Pool() any {
	var p sync.Pool
	return p.Get()
}

// Fine can be rewritten.
func Fine(n *int) { *n++ }
