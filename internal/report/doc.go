// Package report has the results of a search for people and programs: the rule that was broken,
// the schedule step by step, and the token that repeats it. A test binary writes reports, and the
// command reads them.
package report
