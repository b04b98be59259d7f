// Package linearizability records histories of deques on real cores and has
// porcupine judge them against the sequential specifications of package model.
//
// It knows no deque: what it runs is a model.Subject, functions on ints.
package linearizability
