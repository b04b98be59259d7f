// Package hunt looks for the three classic faults of work-stealing deques on real cores, with
// programs that rapid or a fuzzer generates.
package hunt
