// Package channels has programs with channels: pairs of a known kind of bug and its correction, and
// litmus programs for the rules of the language.
package channels
