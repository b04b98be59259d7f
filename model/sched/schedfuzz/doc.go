// Package schedfuzz fuzzes schedules. Bytes stand for a program and for the order of its steps. A
// new order of conflicting accesses counts as new coverage.
//
//	func FuzzMine(f *testing.F) {
//		schedfuzz.Run(f, func(data []byte) schedfuzz.Input {
//			return schedfuzz.Input{Program: func(s *sched.S) { ... }}
//		})
//	}
//
// The command runs such a target, since it rewrites the code under test:
//
//	stealproof fuzz -for 10m ./mine        in one process for each core, which is fast
//	stealproof fuzz -go FuzzMine ./mine    by go test -fuzz
//	stealproof fuzz -regress ./mine        only the inputs in testdata/fuzz
//
// All three also run the inputs of F.Add.
//
// With -blind the first two leave out the feedback from orders of accesses, as a control. They
// then use a cache of their own, so that they do not start from inputs that were found with
// feedback.
//
// Plain go test skips such a target and its inputs in testdata/fuzz. With -v it says how many
// there are.
package schedfuzz
