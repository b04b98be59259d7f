// Package console is what the commands of this repository share: one call of a command, its
// exit codes, its tables, and how it shows that long work goes on.
package console
