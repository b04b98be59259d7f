// Package specs runs the configurations of the specifications and holds what comes of them
// against the manifests in package tla. Machines in Go run them (explore), or TLC does (tlc),
// and the graphs of both are compared (graph). The verbs are those of the maintainers' command.
// Check is the part of verify that is about specifications.
package specs
