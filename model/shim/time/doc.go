// Package time stands in for package time in code that runs under the scheduler
// of package sched, for the names that differ there and need no channel.
//
// There time is virtual. Each execution begins at the same time, and the clock
// moves when somebody has slept, or a timer has fired. It never goes back. Threads
// and timers may be late by any amount, so whatever waits for a time may go on
// before or after any step of the others, also those that wait for an earlier
// time.
//
// Rewritten code imports it in place of time; nobody does so by hand. It may change in any release.
package time
