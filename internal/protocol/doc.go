// Package protocol has blocking protocols for testing a checker. Each protocol is small and sound, and has
// broken twins, which differ from it in one method. No other code should use them. [All] lists them, each with
// a program that uses it.
//
// The comment of a twin says what is wrong. Which rule a checker reports depends on the program.
package protocol
