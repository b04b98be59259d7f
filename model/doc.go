// Package model has the types that all checkers share: operations and their results, sequential
// specifications, histories, scenarios, and tables of interleavings. It knows no deque, and
// imports only the standard library and internal/scenario, which does so too.
package model
