package wsqtest

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// quiet is what a rapid property needs of a test, for use outside of one: it
// keeps the log, and ends its goroutine where a test would end.
type quiet struct {
	name   string
	log    strings.Builder
	failed bool
}

var _ rapid.TB = (*quiet)(nil)

func (q *quiet) Helper()      {}
func (q *quiet) Name() string { return q.name }
func (q *quiet) Failed() bool { return q.failed }
func (q *quiet) Fail()        { q.failed = true }

func (q *quiet) FailNow() {
	q.failed = true
	runtime.Goexit()
}

func (q *quiet) Log(args ...any)                 { fmt.Fprintln(&q.log, args...) }
func (q *quiet) Logf(format string, args ...any) { fmt.Fprintf(&q.log, format+"\n", args...) }

func (q *quiet) Error(args ...any) {
	q.Log(args...)
	q.Fail()
}

func (q *quiet) Errorf(format string, args ...any) {
	q.Logf(format, args...)
	q.Fail()
}

func (q *quiet) Fatal(args ...any) {
	q.Log(args...)
	q.FailNow()
}

func (q *quiet) Fatalf(format string, args ...any) {
	q.Logf(format, args...)
	q.FailNow()
}

func (q *quiet) Skip(args ...any) {
	q.Log(args...)
	q.SkipNow()
}

func (q *quiet) Skipf(format string, args ...any) {
	q.Logf(format, args...)
	q.SkipNow()
}

func (q *quiet) SkipNow() { runtime.Goexit() }

// outsideTests makes rapid usable in a program that is not a test: it reads the
// flags of package testing, and writes a file for each failure.
var outsideTests = sync.OnceFunc(func() {
	if testing.Testing() {
		return
	}
	testing.Init()
	if !flag.Parsed() {
		_ = flag.CommandLine.Parse(nil)
	}
	_ = flag.Set("rapid.nofailfile", "true")
})

// quietly checks a property without a test.
func quietly(name string, property func(*rapid.T)) (log string, failed bool) {
	outsideTests()
	q := &quiet{name: name}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rapid.Check(q, property)
	}()
	<-done
	return q.log.String(), q.failed
}
