// Package usescgo has a file with cgo and one without.
package usescgo

// Two does not call C.
func Two() int { return 2 }
