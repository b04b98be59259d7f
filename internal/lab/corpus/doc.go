// Package corpus puts code of others through the rewriter. Each subject is a package of std, copied
// as if a user had written it, or packages of a much imported module at a pinned version. It is
// rewritten with its tests, and the tests must do without the scheduler what they did before.
package corpus
