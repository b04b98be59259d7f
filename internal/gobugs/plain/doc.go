// Package plain has the programs of package gobugs as plain tests, for check -tests.
package plain
