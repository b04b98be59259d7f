package ecosystem

import (
	"hash"
	"testing"
	"time"

	"code.cloudfoundry.org/go-diodes"
	"github.com/Workiva/go-datastructures/trie/ctrie"
	"github.com/bytedance/gopkg/collection/skipset"
	gnet "github.com/panjf2000/gnet/v2/pkg/queue"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// briefly is for structures in which more time has found nothing.
var briefly = lin.For(2 * time.Second)

// set is a set of numbers.
type set map[int]bool

func newSet() set { return set{} }

func (s set) Add(v int) bool      { had := s[v]; s[v] = true; return !had }
func (s set) Remove(v int) bool   { had := s[v]; delete(s, v); return had }
func (s set) Contains(v int) bool { return s[v] }

// The heights of its entries are random numbers of the runtime, so executions cannot be repeated.
func TestSkipset_NotChecked(t *testing.T) {
	lin.Check(t, skipset.NewInt, newSet,
		lin.Op("Add", (*skipset.IntSet).Add), lin.Op("Remove", (*skipset.IntSet).Remove), lin.Op("Contains", (*skipset.IntSet).Contains))
}

// key returns the key of a Ctrie.
func key(k int) []byte { return []byte{byte(k)} }

var (
	trieGet    = lin.Op("Get", func(c *ctrie.Ctrie, k int) (int, bool) { v, ok := c.Lookup(key(k)); n, _ := number(v); return n, ok })
	triePut    = lin.Op("Put", func(c *ctrie.Ctrie, k, v int) { c.Insert(key(k), v) })
	trieRemove = lin.Op("Take", func(c *ctrie.Ctrie, k int) (int, bool) { v, ok := c.Remove(key(k)); n, _ := number(v); return n, ok })
)

func TestCtrie(t *testing.T) {
	lin.Check(t, func() *ctrie.Ctrie { return ctrie.New(nil) }, newTable, briefly, trieGet, triePut, trieRemove)
}

func TestCtrieSize(t *testing.T) {
	lin.Check(t, func() *ctrie.Ctrie { return ctrie.New(nil) }, newTable, briefly, triePut, trieRemove,
		lin.Op("Len", func(c *ctrie.Ctrie) int { return int(c.Size()) }))
}

// same is a hash that gives all keys one code.
type same struct{}

func (same) Write(b []byte) (int, error) { return len(b), nil }
func (same) Sum(b []byte) []byte         { return b }
func (same) Reset()                      {}
func (same) Size() int                   { return 4 }
func (same) BlockSize() int              { return 1 }
func (same) Sum32() uint32               { return 7 }

func TestCtrieCollision_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, func() *ctrie.Ctrie { return ctrie.New(func() hash.Hash32 { return same{} }) }, newTable, trieGet, triePut, trieRemove)
}

// tasks are those of gnet's queue, whose tasks are pointers.
var tasks = []*gnet.Task{{Param: 0}, {Param: 1}, {Param: 2}, {Param: 3}, {Param: 4}, {Param: 5}, {Param: 6}, {Param: 7}, {Param: 8}, {Param: 9}}

var (
	taskPush = lin.Op("Push", func(q gnet.AsyncTaskQueue, v int) { q.Enqueue(tasks[v]) })
	taskPop  = lin.Op("Pop", func(q gnet.AsyncTaskQueue) (int, bool) {
		task := q.Dequeue()
		if task == nil {
			return 0, false
		}
		return task.Param.(int), true
	})
)

func TestGnetQueue(t *testing.T) {
	lin.Check(t, gnet.NewLockFreeQueue, newFIFO, briefly, taskPush, taskPop)
}

func TestGnetQueueLen_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, gnet.NewLockFreeQueue, newFIFO, taskPush, taskPop,
		lin.Op("Len", func(q gnet.AsyncTaskQueue) int { return int(q.Length()) }))
}

// numbers are the items of diodes, which are pointers.
var numbers = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}

// diode is one of both kinds.
type diode interface {
	Set(data diodes.GenericDataType)
	TryNext() (diodes.GenericDataType, bool)
}

func popDiode(d diode) (int, bool) {
	data, ok := d.TryNext()
	if !ok {
		return 0, false
	}
	return *(*int)(data), true
}

// The diodes have room for all items, so that none may be dropped.
func TestDiode(t *testing.T) {
	lin.Check(t, func() *diodes.OneToOne { return diodes.NewOneToOne(16, nil) }, newFIFO,
		lin.Op("Push", func(d *diodes.OneToOne, v int) { d.Set(diodes.GenericDataType(&numbers[v])) }, lin.Role("writer")),
		lin.Op("Pop", func(d *diodes.OneToOne) (int, bool) { return popDiode(d) }, lin.Role("reader")))
}

func TestDiodeManyToOne_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, func() *diodes.ManyToOne { return diodes.NewManyToOne(16, nil) }, newFIFO,
		lin.Op("Push", func(d *diodes.ManyToOne, v int) { d.Set(diodes.GenericDataType(&numbers[v])) }),
		lin.Op("Pop", func(d *diodes.ManyToOne) (int, bool) { return popDiode(d) }, lin.Role("reader")))
}
