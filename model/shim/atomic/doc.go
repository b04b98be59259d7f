// Package atomic stands in for sync/atomic in code that runs under the scheduler
// of package sched. It has the same names and memory layouts. Each operation is
// a step that the scheduler orders; without the scheduler it is what sync/atomic
// does.
//
// Rewritten code imports it in place of sync/atomic; nobody does so by hand. It may change in any release.
package atomic
