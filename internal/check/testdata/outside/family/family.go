// Package family contains nothing to rewrite. Its test uses the deques.
package family
