// Command ours does one measurement of this module's pool, or of Go's own means: see package
// measure.
package main

import (
	"maps"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
)

func main() {
	all := maps.Clone(std)
	maps.Copy(all, pools)
	measure.Main(all)
}
