package sched

import "github.com/stealproof/stealproof/internal/report"

// Step is a step of a schedule, or something else that people want to know of an
// execution. Its JSON form is a line of a schedule.
type Step struct {
	Number int    `json:"step"`   // from 1
	Thread int    `json:"thread"` // from 0, which is main, in the order of their start
	Name   string `json:"name"`   // of the thread; no two have the same
	// Kind is one of read, write, lock, unlock, wait, await, call, return, join and local, for a
	// step of the schedule. A
	// compare-and-swap that failed is a read. Or it is "choice", "plain read",
	// "plain write", "go" (a thread is started), "stuck" (the thread waits for ever)
	// or "failure" (it panics, or says that a check has failed).
	Kind   string `json:"kind"`
	Object int    `json:"object,omitempty"` // numbered from 1 in the order of their first step; 0 is none
	Expr   string `json:"expr,omitempty"`   // the object, as the source has it there
	Call   string `json:"call,omitempty"`   // what is called, such as sync.(*Mutex).Lock
	// Read and Wrote are the values that an atomic access has found and left:
	// numbers, true and false, or pointers, which are nil, &1, &2 and so on in the
	// order of their first step.
	Read   string `json:"read,omitempty"`
	Wrote  string `json:"wrote,omitempty"`
	Failed bool   `json:"failed,omitempty"` // a compare-and-swap that found another value
	Text   string `json:"text"`             // all this in words
	Label  string `json:"label,omitempty"`  // of the step, from the line's //tla: comment
	Pos    string `json:"pos,omitempty"`    // file:line
	Func   string `json:"func,omitempty"`   // the function that the line is in
	Inside bool   `json:"inside,omitempty"` // an operation of the history
	Broke  bool   `json:"broke,omitempty"`  // the rule is broken here
}

// String returns the step in one line.
func (s Step) String() string { return report.Step(s).String() }
