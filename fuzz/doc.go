// Package fuzz has tests only. They look for faults in deques with generated programs: generators for rapid, targets for Go's fuzzer
// whose bytes decode to scenarios, and hunts on real cores for the three classic faults of work-stealing deques.
//
// A plain go test replays the corpora under testdata. To fuzz:
//
//	go test -fuzz=FuzzHuntLostItem ./fuzz
//
// Targets named FuzzSched_ also choose the schedule. They need rewritten code:
//
//	go run ./cmd/stealproof fuzz -run FuzzSched_ ./fuzz
package fuzz
