// Package time is the shim for package time. It has the names that differ under the scheduler of
// package sched.
//
// Under the scheduler time is virtual. Each execution begins at the same time. The clock moves
// when a thread has slept, or a timer has fired. It never goes back. Threads and timers may be
// late by any amount. So a thread that waits for a time may go on before or after any step of the
// other threads. That holds even for threads that wait for an earlier time.
//
// With the engine's option Idle, times come in their order, and only when no thread can go on without.
//
// Only rewritten code imports it, in place of time. It may change in any release.
package time
