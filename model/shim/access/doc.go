// Package access is what rewritten code calls. Package instrument puts these
// calls in: they tell the scheduler which source line comes next, and which
// memory is read and written without synchronization.
//
// Without a scheduler each function does what the code did before.
//
// Nobody imports it by hand. It may change in any release.
package access
