// Package assembly has a function in assembly.
package assembly

// Nop is written in assembly.
func Nop()

// Chosen is a function that package initialization chooses.
var Chosen func()

func init() { Chosen = Nop }

// Plain is Go code.
func Plain() {}
