package gobugs

import (
	"errors"
	"slices"
)

// Program is a program after a public report.
type Program struct {
	Name   string // of the project, and the number of the report
	Report string // the path of the report below https://github.com/
	Fault  string // what is wrong, in a sentence
	Rule   string // the rule that the bug breaks
	// Shows has texts that must occur in the failure that is shown, such as the operation at fault.
	Shows []string
	// Run is the program. It has the bug unless it is fixed.
	Run func(fixed bool)
	// Endless says that the fixed program has endlessly many schedules, because a ticker may tick any number of
	// times before it is stopped.
	Endless bool
}

// URL returns the address of the report.
func (p Program) URL() string { return "https://github.com/" + p.Report }

// The rules that the programs break.
const (
	leak     = "no goroutine waits for ever"
	deadlock = "no deadlock"
	livelock = "no livelock"
	panics   = "does not panic"
	race     = "no data race"
	misuse   = "no misuse of sync"
)

// tables are the programs by what goes wrong.
var tables = map[string][]Program{
	"Answers": answers, "Closings": closings, "Lockings": lockings, "Readers": readers, "Sends": sendsUnderLocks,
	"Conditions": conditions, "Contexts": contexts, "Times": times, "Groups": groups, "Loops": loops,
	"Deliveries": deliveries, "Stops": stops,
}

// Table returns the programs of one kind, such as Answers.
func Table(kind string) []Program { return tables[kind] }

// All returns all programs.
func All() []Program {
	return slices.Concat(answers, closings, lockings, readers, sendsUnderLocks, conditions, contexts, times, groups, loops, deliveries, stops)
}

var errFailed = errors.New("failed")

// room returns the capacity of a channel with room for n values if the program is fixed, else 0.
func room(fixed bool, n int) int {
	if fixed {
		return n
	}
	return 0
}
