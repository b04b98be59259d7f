// Package context is the shim for package context. It has the functions that differ under the
// scheduler of package sched. It follows the code of package context.
// Contexts are canceled one by one: a parent before its children, and children in the order in
// which they were made. In Go the order of the children is random.
//
// Only rewritten code imports it, in place of context. It may change in any release.
package context
