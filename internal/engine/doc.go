// Package engine runs a program again and again, each time under a schedule that a strategy
// chooses. It checks each execution for data races, deadlocks, livelocks and broken rules.
//
// It has three groups of callers. Package sched offers [Search] to users. Package fuzzer runs
// executions one by one, with [Fuzz]. The shims and rewritten code call the hooks: [Read],
// [Write], [Lock] and so on.
//
// Review this package together with model/sched. Its API may change at any time.
package engine
