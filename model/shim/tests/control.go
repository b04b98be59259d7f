package tests

import (
	"context"
	"io"
	"testing"
	"time"
)

// Control is what a T of an execution asks. It has the methods of T.
type Control interface {
	Name() string
	Fail()
	Failed() bool
	FailNow()
	Output() io.Writer
	Log(args ...any)
	Logf(format string, args ...any)
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Skip(args ...any)
	Skipf(format string, args ...any)
	SkipNow()
	Skipped() bool
	Helper()
	Cleanup(f func())
	ArtifactDir() string
	TempDir() string
	Setenv(key, value string)
	Chdir(dir string)
	Context() context.Context
	Attr(key, value string)
	Parallel()
	Run(name string, f func(*testing.T)) bool
	Deadline() (deadline time.Time, ok bool)
	Lacks(method string) // a method of a later version of Go
}

// Binding is how Control and the overlay of package testing know each other.
type Binding struct {
	Make func(control any) *testing.T
	Of   func(*testing.T) any // the Control, or nil
}
