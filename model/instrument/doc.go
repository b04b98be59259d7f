// Package instrument rewrites Go packages so that the scheduler of package sched controls them. It
// does not change the originals. [Rewrite] writes other files, and an overlay that replaces the
// originals through the go command's -overlay.
//
// # Changes
//
// Text is inserted between tokens, and each token stays on its line. A //line directive at the top
// gives the original's name to messages and stack traces.
//
// Names of sync/atomic, sync, runtime, time, context, iter, math/rand and hash/maphash become names
// of the packages below model/shim, if the shims have them. The shims' types have the layouts of the
// originals. A function that a go:linkname binds to a source of random numbers in the runtime becomes
// one of package access, so that an execution can be repeated.
//
// A call of a shim, or of a package that is replaced as a whole, sets its site. d.top.Load()
// becomes access.At(17, &d.top).Load(). The number 17 is a site: the line, the label at its end
// (//tla:PopReadTop), the expression and the function. A deferred call sets its site when it is
// made. If an argument has a call, the site is set again after it. Method values set no site.
//
// A call of a rewritten function on a labelled line is announced by access.Enter. Accesses without
// a label inside it get the label of the call. Three kinds of calls are not announced: deferred
// calls, go statements, and calls of variables. Accesses in files of Config.Apart do not get the
// label.
//
// Methods of a *testing.T or a testing.TB become those of a shim, and so does a *testing.T that is
// passed to code that is not rewritten. Under the scheduler, t.Errorf fails the execution.
//
// A go statement evaluates function and arguments as in Go. The function access.Go makes the call.
//
// # Accesses without synchronization
//
// Reads and writes of these places are reported to the scheduler, so that it finds data races:
//
//   - memory behind a pointer: *p, p.f, and the embedded pointers on the way to a promoted field or method
//   - elements of slices, and of arrays that are in one of these places
//   - package variables
//   - local variables whose address is taken, also by a method with a pointer receiver
//   - local variables that a func literal or the body of a loop over a function captures, if they are
//     assigned to after their declaration; a return statement assigns to named results
//   - maps, each as one place with all its keys
//
// A value is reported as a whole, with its size: *p = *q reads and writes all of it; v.f reads
// only the field. The same holds for the elements that range, append, copy, clear, delete, and
// conversions of slices to strings and arrays read and write. Under the scheduler, a map is ranged
// over in the order of its keys.
//
// If the right side has a call, a write is reported after its evaluation, and so after any
// synchronization in the call. A write stands for the read in x += y and x++. A read is reported
// at its place among the calls of its expression. Go does not specify whether x in x+f() is read
// before f.
//
// These are not reported:
//
//   - other local variables, and the declaration of a variable
//   - package variables while they are initialized
//   - the reads of named results by a return statement without results, in a function that defers calls
//   - the reads of a comparison of interface values
//   - the bytes of strings, which unsafe code may share with a slice. Go's race detector does not see them either
//   - accesses in packages that are not rewritten: std, and modules that do not synchronize
//   - the last step of a range over a map in a module below Go 1.22
//   - embedded fields on the way to a field, if another package does not export their names
//
// # Code that is not rewritten
//
// A call that gives memory to a function that is not rewritten is reported by access.Give: one with
// a receiver or an argument that leads to memory. Strings, numbers, errors and a few types of std that
// several goroutines may use at once do not count. access.GiveBy does the same for a method of an
// interface, if the dynamic type was not rewritten. GiveLater and GiveByLater are for functions that
// are used as values. The search lists these calls.
//
// # Refusals
//
// If the scheduler cannot control some code, Rewrite writes nothing, and reports each such place
// by file and line. It refuses
//
//   - variables with go:linkname
//   - dot imports of packages that have shims
//   - types of sync and sync/atomic that the shims lack
//
// Other code may be there as long as no search reaches it. When it runs under the scheduler, the
// search ends as not checked:
//
//   - functions in files with cgo
//   - functions in assembly, and those with go:linkname, except for a few of the runtime
//   - functions that take real time, or start goroutines outside the scheduler
//   - addresses kept in atomic numbers
//
// Pointer arithmetic is not refused, since accesses are reported by their address.
//
// # Packages
//
// Rewrite rewrites the packages that match the patterns, and the packages of the same module that
// they import. With Config.Tests it also rewrites their test files, and the packages that these
// import. Packages of this repository that observe are not rewritten: model, linearizability and
// wsqtest. A module of another author that synchronizes is copied and rewritten. A go.mod for
// -modfile replaces the module by its copy. A package that only tests import is not rewritten if
// it helps tests, such as an assertion library, or if it would be refused.
//
// The command calls this package; users do not. It may change in any release.
package instrument
