// Package assembly has a function in assembly.
package assembly

func f()
