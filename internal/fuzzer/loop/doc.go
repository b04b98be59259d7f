// Package loop is a fuzzer with coverage that runs in one process: it chooses programs together with their schedules.
// New orders of conflicting accesses are its coverage.
package loop
