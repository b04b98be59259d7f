// Package specs runs the configurations of the specifications, and compares the results with the manifests in
// package tla. There are three verbs for the maintainers' command. The verb explore runs configurations on
// machines in Go, tlc runs them with TLC, and graph compares the graphs of both. Check is the part of the
// users' verb verify that covers the specifications.
package specs
