// Package access has the functions that rewritten code calls. Package instrument inserts the
// calls. They tell the scheduler the source line of the next step, and which memory is read and
// written without synchronization.
//
// Without a scheduler each function does the same as the original code.
//
// Only rewritten code imports it. It may change in any release.
package access
