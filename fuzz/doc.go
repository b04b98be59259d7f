// Package fuzz hunts for bugs with generated programs: rapid generators, Go
// fuzzing of bytes that decode to scenarios, and the hunts for the three classic
// bugs of work-stealing deques on real cores.
//
// A plain go test replays the corpora under testdata. To fuzz:
//
//	go test -fuzz=FuzzHuntLostItem ./fuzz
//
// Targets named FuzzSched_ choose the schedule too. They need rewritten code:
//
//	go run ./cmd/stealproof fuzz -run FuzzSched_ ./fuzz
package fuzz
