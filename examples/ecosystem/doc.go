// Package ecosystem checks concurrent structures of popular modules, as they are, at pinned versions.
// It is a module of its own, so that nobody else gets their requirements. Run stealproof check in
// this directory. The names of tests that find a fault end with Fault.
package ecosystem
