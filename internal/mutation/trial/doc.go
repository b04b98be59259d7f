// Package trial holds the tests that try to kill mutants of deques: under the scheduler, by random and fuzzed operations in one
// goroutine, and on real cores. Each test is one detector on one deque, so a process can run just that. On the unchanged code
// the tests are the controls, and all must pass. Packages pool and pool/classic have such tests of their own, which
// count their executions by [Rounds].
package trial
