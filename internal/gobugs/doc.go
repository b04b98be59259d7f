// Package gobugs has small programs after public reports of bugs in Go projects. Each exists with the bug and
// corrected. The code is ours; the reports only say what went wrong. The scheduler must find each bug, and must
// accuse no corrected program.
//
// The stage go of CI runs them:
//
//	stealproof check -v -run '^TestPrograms$' ./internal/gobugs
package gobugs
