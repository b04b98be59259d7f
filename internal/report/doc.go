// Package report holds what a search tells the outside: the rule that a program
// broke, the schedule step by step, and the token that repeats it. A test binary
// writes reports, and the command reads them.
package report
