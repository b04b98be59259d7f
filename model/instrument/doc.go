// Package instrument rewrites Go packages so that the scheduler of package sched
// controls them. The originals are not touched: [Rewrite] writes other files, and
// an overlay for the go command's -overlay that puts them in their places.
//
// # What is changed
//
// Text is put in between tokens, and each token stays on its line. A //line
// directive on top gives the original's name to messages and stack traces.
//
// Names of sync/atomic, sync, runtime, time, context, iter and math/rand become those
// of the packages below model/shim, as far as these have them. The shims' types
// have the layouts of the originals.
//
// Calls of shims, and of packages that are replaced as a whole, make themselves
// known: d.top.Load() becomes access.At(17, &d.top).Load(), where 17 is a
// site: the line, the label at its end (//tla:PopReadTop), the
// expression and the function. A deferred call does so when it is made. If an
// argument calls something, the call makes itself known again after it. Method
// values do not make themselves known.
//
// A call on a labelled line of a function that is rewritten too says so by
// access.Enter: accesses without labels in there have the label of the call. Not
// so deferred calls, go statements, and calls of variables, and not so accesses in
// files that Config.Apart names.
//
// A go statement evaluates function and arguments, as ever, and hands the rest
// to access.Go.
//
// # Accesses without synchronization
//
// Reads and writes of these places are recorded, so that the scheduler finds
// data races:
//
//   - what a pointer leads to: *p, p.f, and the embedded pointers on the way to a
//     promoted field or method
//   - elements of slices, and of arrays that are in one of these places
//   - package variables
//   - local variables whose address is taken, also by a method with a pointer
//     receiver, and those that a func literal captures if they are assigned to
//     after their declaration
//   - maps, as one place whatever the key
//
// A value is recorded as a whole, with its size: *p = *q reads and writes all of
// it; v.f reads the field only. So are the elements that range, append, copy,
// clear, delete, and conversions of slices to strings and arrays read and write.
// A map is ranged over in the order of its keys if the scheduler runs.
//
// A write is recorded after the right side has been evaluated if that calls
// anything, and so never before what is synchronized in there. A write stands for
// the read in x += y and x++. A read is recorded where it stands among the calls
// of its expression; Go does not say whether x in x+f() is read before f.
//
// These are not recorded:
//
//   - values of shim types: only their methods touch them
//   - other local variables, and the declaration of a variable
//   - package variables while they are initialized
//   - the writes of a return statement to named results
//   - the copy that the variables of a three-clause loop make of themselves
//   - what a comparison of interface values reads, and all that packages do which
//     are not rewritten: std, and modules that do not synchronize
//   - the last step of a range over a map in a module below Go 1.22
//   - the way through an embedded field whose name another package does not export
//
// # What is refused
//
// Rewrite reports all that it cannot put under the scheduler, by file and line,
// and then writes nothing: channels and select, cgo, assembly, go:linkname
// except for a few functions of the runtime, dot imports of packages that have
// shims, names of sync and sync/atomic that the shims lack, what takes real time or starts goroutines behind the scheduler's
// back, addresses kept in atomic numbers, and a few forms of statements that
// nobody writes. Pointer arithmetic is not refused: accesses are recorded by
// address, however it came about.
//
// # Which packages
//
// Those that match the patterns and, of what they import, the packages of the
// same module; with Config.Tests their test files too, and what these import. Not
// those of this repository that observe: model, linearizability and wsqtest. A
// module of somebody else that synchronizes is copied, rewritten, and put in its
// place by a go.mod for -modfile. What only tests import is left as it is if it
// helps tests, such as an assertion library, or would be refused.
//
// The command calls this package; users do not. It may change in any release.
package instrument
