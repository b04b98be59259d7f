// Package sched runs a concurrent program again and again under schedules that it controls, until
// all have been covered or a bound is reached.
//
// A program is a function that starts threads with [S.Go] and waits for them. Package instrument
// must have rewritten the code that the threads run. Each access to shared memory that
// synchronizes is a step. Between two steps exactly one thread runs. Go's atomics are sequentially
// consistent, so a program without data races behaves as an interleaving of its synchronizing
// steps. A search covers these interleavings, and checks each for data races. If it finds none, it
// has covered all behaviour of the program for its input.
package sched
