package engine

import "sync"

// ballast makes the heap larger, so that the garbage collector runs a quarter as often. Executions keep nearly nothing
// alive. So without the ballast the collector runs after every four megabytes of garbage, and allocation is slow while it
// runs. No code touches the pages of the ballast, so they take no physical memory. The price is more garbage on the heap:
// up to the size of the ballast.
var ballast = sync.OnceValue(func() []byte { return make([]byte, ballastSize) })

const ballastSize = 12 << 20
