package engine

import "sync"

// ballast makes the heap seem larger, so that the garbage collector runs a quarter as often. An execution keeps nearly
// nothing. So without a ballast the collector runs whenever executions have allocated four megabytes, and they allocate
// slowly while it runs. Nothing accesses the ballast, so it takes no memory itself. But up to as much more garbage waits for
// the collector.
var ballast = sync.OnceValue(func() []byte { return make([]byte, ballastSize) })

const ballastSize = 12 << 20
