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

// quiet stands in for a *testing.T when a rapid property runs outside of a test. It keeps
// the log. FailNow and SkipNow end its goroutine, as a test would.
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

// programs is the number of random programs that rapid runs outside of a test.
const programs = 100

// outsideTests makes rapid usable in a program that is not a test. rapid reads the flags of
// package testing and takes its own from the environment. It would also print to standard
// output, and write a file for each failure.
var outsideTests = sync.OnceFunc(func() {
	testing.Init()
	if !flag.Parsed() {
		_ = flag.CommandLine.Parse(nil)
	}
	for _, name := range []string{"log", "v", "debug", "debugvis"} {
		_ = flag.Set("rapid."+name, "false")
	}
	_ = flag.Set("rapid.nofailfile", "true")
	_ = flag.Set("rapid.failfile", "")
	_ = flag.Set("rapid.checks", fmt.Sprint(programs))
})

// quietly checks a property outside of a test. In a test binary, rapid uses the test's
// flags instead, and so the test's seed.
func quietly(name string, seed uint64, property func(*rapid.T)) (log string, failed bool) {
	if !testing.Testing() {
		outsideTests()
		_ = flag.Set("rapid.seed", fmt.Sprint(seed))
	}
	q := &quiet{name: name}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rapid.Check(q, property)
	}()
	<-done
	return q.log.String(), q.failed
}
