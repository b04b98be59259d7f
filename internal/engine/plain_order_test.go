package engine_test

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// plains records the plain accesses that it is shown.
type plains struct{ seen []string }

func (p *plains) Begin() { p.seen = nil }

func (p *plains) Access(a *model.Access) error {
	switch a.Kind {
	case model.PlainRead:
		p.seen = append(p.seen, fmt.Sprint("read ", a.Read))
	case model.PlainWrite:
		p.seen = append(p.seen, fmt.Sprint("write ", a.Wrote))
	}
	return nil
}

func (p *plains) End() error { return nil }

// An observer is shown a write once it is done, and so before the reads that see it.
func TestObserver_WriteComesBeforeItsRead(t *testing.T) {
	var o plains
	r := search(func(s *sched.S) {
		s.Go(func() {
			x := new(int64)
			engine.PlainWrite(0, unsafe.Pointer(x), unsafe.Sizeof(*x))
			*x = 1
			engine.PlainRead(0, unsafe.Pointer(x), unsafe.Sizeof(*x))
			engine.PlainWrite(0, unsafe.Pointer(x), unsafe.Sizeof(*x))
			*x += 2
		})
		s.Wait()
	}, engine.Options{Observer: &o})
	require.Nil(t, r.Failure)
	require.Equal(t, []string{"write 1", "read 1", "write 3"}, o.seen)
}

// A statement such as x = x + 2 announces its write before it reads. The write is shown when it has been done.
func TestObserver_AStatementReadsWhatItWrites(t *testing.T) {
	const write, read, next = 240, 241, 242
	engine.RegisterSites(write, []engine.Site{{Pos: "sum.go:3", Expr: "x"}, {Pos: "sum.go:3", Expr: "x"}, {Pos: "sum.go:4", Expr: "x"}})
	var o plains
	r := search(func(s *sched.S) {
		s.Go(func() {
			x := new(int64)
			for range 2 {
				engine.PlainWrite(write, unsafe.Pointer(x), unsafe.Sizeof(*x))
				engine.PlainRead(read, unsafe.Pointer(x), unsafe.Sizeof(*x))
				*x += 2
			}
			engine.PlainRead(read, unsafe.Pointer(x), unsafe.Sizeof(*x)) // another statement on the line
			engine.PlainWrite(write, unsafe.Pointer(x), unsafe.Sizeof(*x))
			*x += 2
			engine.PlainRead(next, unsafe.Pointer(x), unsafe.Sizeof(*x))
		})
		s.Wait()
	}, engine.Options{Observer: &o})
	require.Nil(t, r.Failure)
	require.Equal(t, []string{"read 0", "write 2", "read 2", "write 4", "read 4", "write 6", "read 6"}, o.seen)
}
