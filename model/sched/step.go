package sched

import "github.com/stealproof/stealproof/internal/report"

// Step is a line of a schedule: a step, or another event that is shown between the steps. Its JSON
// form is a line of NDJSON.
type Step struct {
	Number int    `json:"step"`   // from 1
	Thread int    `json:"thread"` // from 0, which is main, in the order of their start
	Name   string `json:"name"`   // of the thread; no two are the same
	// Kind is one of read, write, lock, unlock, wait, await, call, return, join and local for a
	// step of the schedule. A failed compare-and-swap is a read. Other events are "choice", "plain
	// read", "plain write", "go" (starts a thread), "stuck" (the thread is blocked for ever) and
	// "failure" (it panics, or a check has failed).
	Kind   string `json:"kind"`
	Object int    `json:"object,omitempty"` // numbered from 1 in the order of their first step; 0 is none
	Expr   string `json:"expr,omitempty"`   // the object, as the source has it there
	Call   string `json:"call,omitempty"`   // the called function, such as sync.(*Mutex).Lock
	// Read and Wrote are the value that an atomic access found, and the value that it left. They
	// are numbers, true or false, or pointers. Pointers are nil, &1, &2 and so on, in the order of
	// their first step.
	Read   string `json:"read,omitempty"`
	Wrote  string `json:"wrote,omitempty"`
	Failed bool   `json:"failed,omitempty"` // a compare-and-swap that found another value
	Text   string `json:"text"`             // the step in words
	Label  string `json:"label,omitempty"`  // of the step, from the line's //tla: comment
	Pos    string `json:"pos,omitempty"`    // file:line
	Func   string `json:"func,omitempty"`   // the function with that line
	Inside bool   `json:"inside,omitempty"` // the step is part of an operation of the history
	Broke  bool   `json:"broke,omitempty"`  // the rule is broken here
}

// String returns the step in one line.
func (s Step) String() string { return report.Step(s).String() }
