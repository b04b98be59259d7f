// Package search has the tests that search the programs of package racecorpus. They are in a package of their own
// since they run in binaries for which racecorpus was rewritten.
package search
