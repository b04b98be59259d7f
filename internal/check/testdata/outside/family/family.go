// Package family has nothing to be rewritten: its test uses the deques.
package family
