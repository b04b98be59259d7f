// Package schedfuzz fuzzes schedules: bytes stand for a program and for the order
// of its steps, and a new order of conflicting accesses counts as new coverage.
//
//	func FuzzMine(f *testing.F) {
//		schedfuzz.Run(f, func(data []byte) schedfuzz.Input {
//			return schedfuzz.Input{Program: func(s *sched.S) { ... }}
//		})
//	}
//
// Such a target is run by the command, which rewrites the code under test:
//
//	stealproof fuzz -for 10m ./mine        in one process for each core, and so fast
//	stealproof fuzz -go FuzzMine ./mine    by go test -fuzz
//	stealproof fuzz -regress ./mine        what is in testdata/fuzz, and no more
//
// All three run what F.Add has, too.
//
// With -blind the first two leave out the feedback from orders of accesses, as a
// control. They have a cache of their own then, since they would else go on from what
// was found with it.
//
// Plain go test skips it, and what is in testdata/fuzz with it: -v says how much that is.
package schedfuzz
