// Package dotted cannot be rewritten.
package dotted

// The names of a shim cannot be told from others.
import . "sync/atomic"

// Count counts.
func Count(n *Int64) { n.Add(1) }
