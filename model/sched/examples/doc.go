// Package examples has tests that show each name of package sched at work. Run them with
//
//	go run ./cmd/stealproof check ./model/sched/examples
//
// Plain go test skips them, since their code has to be rewritten for the scheduler.
package examples
