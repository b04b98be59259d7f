package testers

import (
	"errors"
	"testing"
)

// library stands for functions that are not rewritten.
var library struct {
	NoError  func(t interface{ Errorf(string, ...any) }, err error)
	New      func(t testing.TB, all ...interface{ FailNow() }) func()
	Anything func(t any)
}

type base struct {
	*testing.T
	tb testing.TB
	n  int
}

type world struct{ base }

func methods(t *testing.T, tb testing.TB, w *world) {
	t.Helper()
	t.Errorf("%d", w.n)
	tb.Fatal("no")
	w.Errorf("%d", 1)
	w.tb.Error(w.n)
	fail := t.FailNow
	defer t.Log("done")
	go t.Logf("%v", fail)
	if t.Run("sub", func(t *testing.T) { t.Parallel() }) {
		t.Cleanup(fail)
	}
}

func arguments(t *testing.T, tb testing.TB, w *world) {
	methods(t, t, w) // rewritten code knows a TB
	library.NoError(t, errors.New("no"))
	library.NoError(tb, nil)
	library.New(w.T, t, t, tb)()
	library.Anything(t)
	fails(t, t, tb)
	anything(t)
}

func fails(...interface{ Fail() }) {}

func anything(any) {}

func others(b *testing.B, f *testing.F, own interface{ Error(...any) }) {
	b.Error(1)
	f.Error(1)
	own.Error(1)
	library.New(b, f)
}
