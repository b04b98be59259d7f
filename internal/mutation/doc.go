// Package mutation puts faults into this repository's own production code, to see which checks notice them. [Table] lists faults
// that were thought of, or shipped, as text replacements. [Operators] makes the others, on each labelled line. A mutant
// is an overlay: nothing changes on disk.
//
// [Checker] lists faults of the scheduler, its shims and the rewriter, for channels, timers and contexts. The tests of those
// packages must notice each: STEALPROOF_LONG=2 go test ./internal/mutation -run TestChecker_MutantsAreKilled -v
//
// Most faults stay inside functions, so one [Program] holds many of them. It has a copy of the changed function for each
// mutant, and the original begins with a switch to the copies, by the number in [EnvMutant]. So one build has all mutants,
// and the unchanged code as their control. Package mutant has deques that are wrong as a whole, or that others have
// printed.
package mutation
