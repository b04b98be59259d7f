// Command gopools does one measurement of a pool for goroutines. See package measure or, for a
// plan as JSON, package workload. It is a module of its own, so that users of Stealproof do not
// depend on these pools.
package main

import (
	"fmt"
	"maps"
	"os"
	"strings"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

func main() {
	if len(os.Args) == 2 && strings.HasPrefix(os.Args[1], "{") {
		workload.Main(schedulers)
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "service" {
		if err := service(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	all := map[string]measure.Contestant{}
	for _, some := range []map[string]measure.Contestant{spawning, antsPools, pondPools, gammazeroPools} {
		maps.Copy(all, some)
	}
	measure.Main(all)
}

func check(err error) {
	if err != nil {
		panic(err) // the program fails, so there is no result
	}
}
