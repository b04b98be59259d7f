// Package console has the common parts of this repository's commands: calls, exit codes, tables, and the
// progress of long work.
package console
