// Package channel has the operations of channels. Package instrument replaces each send, receive,
// close, range and select by a call of it. The types stay as they are: a channel of the program is
// the identity of a queue that the scheduler keeps. Under the scheduler of package sched each
// operation is a step. Without the scheduler it is Go's.
//
// A channel that was made before the search holds at the start of each execution what it held
// then. A channel that was not made by rewritten code ends the search as not checked.
//
// Only rewritten code imports it. It may change in any release.
package channel
