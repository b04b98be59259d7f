// Package refused cannot be rewritten.
package refused

import . "sync/atomic"

// Add adds to n.
func Add(n *Int64) { n.Add(1) }
