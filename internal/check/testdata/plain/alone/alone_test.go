// Package alone has tests that start no goroutine.
package alone

import "testing"

func TestPass(t *testing.T) {}

func TestRows(t *testing.T) {
	t.Run("a", func(t *testing.T) {})
	t.Run("b/c", func(t *testing.T) {})
}

func TestFail(t *testing.T) { t.Fatal("always") }

func TestPanic(t *testing.T) {
	var p *int
	*p = 1
}
