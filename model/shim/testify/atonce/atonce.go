// Package atonce is imported by rewritten code whose version of testify calls the condition of an
// Eventually before the first tick. Its import says so to package assert beside it.
//
// Only rewritten code imports it. It may change in any release.
package atonce

import "github.com/stealproof/stealproof/model/shim/testify/assert"

func init() { assert.AtOnce() }
