package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// serviceResult is what one measurement prints: nanoseconds for a unit of the job.
type serviceResult struct{ Nanoseconds float64 }

// crew does the work of a service's requests: with our pool, or in the way of another library.
type crew struct {
	// each calls f for 0 to n-1, at most limit calls at once.
	each func(n, limit int, f func(i int))
	// waits is each for calls that block.
	waits func(n, limit int, f func(i int))
	// fork begins a recursion. f gets a function that calls two functions, at the same time if a
	// processor is free.
	fork func(f func(both both))
	sort func(s []int)
}

// both calls two functions, which fork with the argument that they get.
type both func(f, g func(both))

// jobs are the measured parts of a service. Each returns the nanoseconds of one unit.
var jobs = map[string]func(crew) float64{
	"mix, light p99": func(c crew) float64 { light, _ := mix(c); return light },
	"mix, heavy":     func(c crew) float64 { _, heavy := mix(c); return heavy },
	"blocking":       blocking,
	"walk":           repeated(walk),
	"json":           repeated(parse),
	"loop":           repeated(loop),
	"sort":           repeated(sorting),
}

// service does the measurement that the arguments name: job, library.
func service(args []string) error {
	if len(args) != 2 || jobs[args[0]] == nil || crews[args[1]] == nil {
		return fmt.Errorf("want: service JOB LIBRARY; jobs are %s; libraries are %s", names(jobs), names(crews))
	}
	c := crews[args[1]](runtime.GOMAXPROCS(0))
	return json.NewEncoder(os.Stdout).Encode(serviceResult{jobs[args[0]](c)})
}

func names[V any](m map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

// span is how long a measurement repeats its job.
const span = 400 * time.Millisecond

// repeated returns the median time of a job. Making the input is not timed.
func repeated(job func(c crew) time.Duration) func(crew) float64 {
	return func(c crew) float64 {
		job(c) // warm up
		var all []float64
		for begun := time.Now(); time.Since(begun) < span || len(all) < 3; {
			all = append(all, float64(job(c)))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
}
