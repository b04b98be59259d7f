// Package part has a test file that cannot be rewritten, and one that can.
package part

import (
	. "sync/atomic"
	"testing"
)

func helper(n *Int64) { n.Add(1) }

func TestDot(t *testing.T) { helper(new(Int64)) }
