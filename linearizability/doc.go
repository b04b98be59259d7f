// Package linearizability tests deques on real cores. It records what concurrent
// operations answer, and judges each recorded history by the sequential
// specifications of package model.
//
// [Stress] runs many small concurrent rounds and judges the history of
// each. [Account] moves many items through one deque and checks only that each item is
// taken exactly once, and in order. [Check] judges one history.
//
// The package knows no deque type. A deque under test is a model.Subject: a set of
// functions on ints. wsqtest.Target makes one from a wsq.Deque.
package linearizability
