package instrument

// What rewritten code does without a record, in more detail than docs/limits.md.
//
// An assignment to an object of sync or sync/atomic, such as m = sync.Map{}, has the same effect as in Go. It is no step,
// so other orders of it are not tried. If the whole struct around the object is assigned, the
// plain write of all its bytes is recorded. That write races with plain and atomic accesses to the bytes. It does not
// race with calls of locks, Map, Pool and the like. A Cond that is assigned keeps its waiters. A Pool that was used outside the
// search may keep its items.
//
// The compiler makes a wrapper for a method with a value receiver in two cases: a call through an interface that holds
// a pointer, and a method expression of a pointer type. Promoted methods get one too. The wrapper reads the whole value,
// unseen. A call by selector, v.M(), is seen, promoted or not. "go test -race" sees both.
//
// If unsafe code reaches the memory of a shared object by another type, the access is recorded by address and size.
