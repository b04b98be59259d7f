// Package lin checks any concurrent structure by a plain sequential specification.
//
//	func TestCache(t *testing.T) {
//		lin.Check(t, NewCache, newModel,
//			lin.Op("Get", (*Cache).Get), lin.Op("Put", (*Cache).Put), lin.Op("Delete", (*Cache).Delete))
//	}
//
// The specification is a value of a plain type that has methods of these names, with the same parameters
// and results. [Op] lists the other forms: for results that are not determined, and for operations that block.
//
// Run the test with stealproof check to try every schedule of each scenario, and with go test to run
// the scenarios on real cores.
//
// # By value
//
// States of the specification are copied, and compared. So are arguments and results.
//
//   - Numbers, strings and booleans are themselves. Arrays and structs are their parts, unexported
//     fields too.
//   - A pointer is what it points to. Two pointers to one variable stay two pointers to one variable.
//   - A slice is its elements, and a map is its entries in any order. Nil is equal to an empty one.
//   - An interface is its type and value. Values of type error are compared by their texts,
//     and not copied.
//   - Check reads a result when the call returns. If the structure then changes memory that it has returned, that
//     is a data race, unless something orders the two. A change that is ordered after the read is not seen, nor is
//     memory behind a function, a channel, a key of a map or an unsafe pointer.
//   - Functions, channels and unsafe pointers in a state must be nil, or Check fails. It also fails if
//     two slices of a state share memory, or if a pointer leads to a part of another variable.
//     Arguments that cannot be copied are shared.
//
// # Scenarios
//
// A scenario has calls that prepare the structure, two or three threads with one or two calls each,
// and calls that look at the structure in the end. The fuzzer chooses up to three calls a thread, and real
// cores up to five. The preparations lead the specification into different states, and some fill the structure. Calls may wait for ever
// if some order of the other calls leads to a state in which the specification blocks all of them.
// If there are too many scenarios of a shape, Check picks some, and the verdict says
// how many.
package lin
