// Package engine runs a program again and again, each time under a schedule that a
// strategy chooses, and looks at each execution: for data races, deadlocks,
// livelocks and broken rules.
//
// It has three doors. Package sched offers [Search] to users. Package fuzzer runs
// executions one by one, by [Fuzz]. The shims and rewritten code call the hooks:
// [Read], [Write], [Lock] and so on.
//
// Reviewers read this package beside model/sched. It may change at any time.
package engine
