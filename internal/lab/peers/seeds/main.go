// Command seeds does one measurement of package workload on its own schedulers.
package main

import "github.com/stealproof/stealproof/internal/lab/workload"

func main() { workload.Main(workload.Schedulers()) }
