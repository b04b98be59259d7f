package instrument

// What rewritten code does without a record, in more detail than docs/limits.md.
//
// An assignment to an object of sync or sync/atomic, such as m = sync.Map{}, has the same effect as in Go. It is recorded
// as a plain write, and races with the calls of the object that nothing orders. It is no step, so other orders of it are
// not tried. A Cond that is assigned keeps its waiters. A Pool that was used outside the search may keep its items.
//
// The methods of objects of sync count as atomic accesses to the whole object if some rewritten package copies or assigns
// such objects. Lock is not ordered after the Unlock before it: a goroutine that waits changes the lock. So a copy of a
// struct races with Lock, even if the lock in the struct is held. A call of Pool counts as a read. The field L of a Cond
// does not belong to the object.
//
// The compiler makes a wrapper for a method with a value receiver in two cases: a call through an interface that holds
// a pointer, and a method expression of a pointer type. Promoted methods get one too. The wrapper reads the whole
// receiver, and the embedded pointers on the way to it. That is recorded when the call is made, except in these cases:
//
//   - a method of that name calls recover, and the call is one of a method value, a method expression or a go
//     statement, or has an argument with a call or a receive
//   - the call is deferred, and its method is one of an embedded interface
//   - the method is one of context.Context or sync.Locker, and the call is deferred, is one of a method value or a go
//     statement, or has an argument with a call or a receive
//   - the method value was made before the search
//   - the call is in a package that is not rewritten, such as package sort
//
// "go test -race" sees all of them.
//
// If unsafe code reaches the memory of a shared object by another type, the access is recorded by address and size.
