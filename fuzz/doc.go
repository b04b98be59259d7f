// Package fuzz has only tests. They look for faults in deques with generated programs. It has generators for rapid, and targets for
// Go's fuzzer, whose bytes decode to scenarios. Hunts on real cores look for the three classic faults of work-stealing deques.
//
// A plain go test replays the corpora under testdata. To fuzz:
//
//	go test -fuzz=FuzzHuntLostItem ./fuzz
//
// Targets named FuzzSched_ also choose the schedule. They need rewritten code:
//
//	go run ./cmd/stealproof fuzz -run FuzzSched_ ./fuzz
package fuzz
