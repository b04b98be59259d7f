// Package trial holds the tests that a mutant of a deque is put to: under the
// scheduler, by random and by fuzzed operations of one goroutine, and on real cores.
// Each test is one detector on one deque, so that a process can be told to be only that.
// Run on the unchanged code they are the controls: all of them must pass. Mutants of the
// pool and of pool/classic are put to tests of those packages, which count by [Rounds].
package trial
