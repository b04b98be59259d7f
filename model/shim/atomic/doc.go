// Package atomic is the shim for sync/atomic. It has the same names and memory layouts. Under the
// scheduler of package sched, each operation is a step. Without the scheduler it is an operation
// of sync/atomic.
//
// Only rewritten code imports it, in place of sync/atomic. It may change in any release.
package atomic
