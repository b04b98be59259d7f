// Package sched runs a concurrent program again and again under schedules that
// it controls, until all have been covered or a bound is reached.
//
// A program is a function that starts threads with [S.Go] and waits for them. The
// code that it runs has been rewritten by package instrument: each shared access
// is a step, and between two steps of a program exactly one thread runs. Go's
// atomics are sequentially consistent, and a program without data races behaves
// as an interleaving of its synchronizing steps; so a search that covers these,
// and finds no data race in any, covers the program for what it was given.
package sched
