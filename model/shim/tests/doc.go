// Package tests runs plain tests under the scheduler of package sched. A plain test is a function
// with a [testing.T] that knows nothing of the scheduler.
//
// The rewriter adds a call of [Search] to each such test. It also adds a field to the real
// testing.T, by an overlay of package testing: the [Control]. A T with a Control asks it, and not
// its own state. So the type stays the same for assertion libraries and for code that is not
// rewritten.
//
// Each subtest is searched for itself. Such a search runs the whole way to the subtest, but
// schedules only the subtest. On the way, and in other subtests, one schedule is run.
//
// Only rewritten code imports it. It may change in any release.
package tests
