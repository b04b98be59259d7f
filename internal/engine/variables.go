package engine

import (
	"reflect"
	"strings"
)

// variable is a package variable of rewritten code. It outlives an execution. So after each one,
// it gets the value that it had when the search began, and so does the memory that it leads to.
type variable struct {
	name  string
	value reflect.Value
}

var (
	variables []variable
	rewritten = map[string]bool{} // import paths of rewritten packages, as reflect has them
	searched  bool                // a search has begun
)

// Outlives registers the state of a function that a shim makes before the first search. A
// package variable may hold the function, and the search does not find what a function refers
// to. Outlives takes the address of the state.
func Outlives(name string, state any) {
	const most = 10_000
	if !searched && len(variables) < most {
		variables = append(variables, variable{name, reflect.ValueOf(state).Elem()})
	}
}

// RegisterVariables registers the package variables of a rewritten package. The names are
// separated by spaces.
func RegisterVariables(pkg, names string, addresses ...any) {
	rewritten[pkg] = true
	for i, name := range strings.Fields(names) {
		variables = append(variables, variable{pkg + "." + name, reflect.ValueOf(addresses[i]).Elem()})
	}
}
