// Package examples has small concurrent structures, each in a sound form and in a broken form that
// real code has had. The comment of a broken form links to its public source. The tests check both by
// package lin: run stealproof check in this directory.
package examples
