package engine

import "strings"

// heap makes the heap larger after many executions, so that the garbage collector runs half as often. Executions keep nearly
// nothing alive. So the heap is small, and allocation and each write of a pointer are slow while the collector runs. With
// GOGC=400, which check sets, ballast of 4 MB allows 20 MB more garbage. A larger GOGC would also multiply what a program
// keeps alive. Few executions have no ballast: memory that is used for the first time costs more than a collection. It is a
// strings.Builder, which does not clear its memory, so its pages are never touched.
//
// It is guarded by searching.
var heap struct {
	executions int // of all searches of the process
	ballast    strings.Builder
}

const (
	ballastSize  = 4 << 20
	ballastAfter = 20_000 // executions
)

// countExecution counts an execution that has ended.
func countExecution() {
	if heap.executions++; heap.executions == ballastAfter {
		heap.ballast.Grow(ballastSize)
	}
}
