// Package context stands in for package context in code that runs under the
// scheduler of package sched, for the functions that differ there, as far as they
// are used without channels. It follows the code of package context. Contexts
// are canceled one by one, a parent before its children, and children in the
// order in which they were made: in Go their order is random.
//
// Done of a context that can be canceled panics.
//
// Rewritten code imports it in place of context; nobody does so by hand. It may change in any release.
package context
