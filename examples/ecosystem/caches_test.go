package ecosystem

import (
	"context"
	"strconv"
	"testing"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/patrickmn/go-cache"
	"go.uber.org/atomic"
	"golang.org/x/sync/semaphore"

	"github.com/stealproof/stealproof/linearizability/lin"
)

func TestLRU(t *testing.T) {
	type Cache = lru.Cache[int, int]
	lin.Check(t, func() *Cache { c, _ := lru.New[int, int](2); return c }, newRecent,
		lin.Op("Get", (*Cache).Get, lin.Args(1, 2, 3)), lin.Op("Put", (*Cache).Add, lin.Args(1, 2, 3)),
		lin.Op("Remove", (*Cache).Remove), lin.Op("Len", (*Cache).Len))
}

func TestGoCache(t *testing.T) {
	lin.Check(t, func() *cache.Cache { return cache.New(cache.NoExpiration, 0) }, newTable,
		lin.Op("Get", func(c *cache.Cache, k int) (int, bool) {
			v, _ := c.Get(strconv.Itoa(k))
			return number(v)
		}),
		lin.Op("Put", func(c *cache.Cache, k, v int) { c.SetDefault(strconv.Itoa(k), v) }),
		lin.Op("Insert", func(c *cache.Cache, k, v int) bool { return c.Add(strconv.Itoa(k), v, 0) == nil }),
		lin.Op("Delete", func(c *cache.Cache, k int) { c.Delete(strconv.Itoa(k)) }),
		lin.Op("Len", func(c *cache.Cache) int { return c.ItemCount() }))
}

func TestSemaphore(t *testing.T) {
	lin.Check(t, func() *semaphore.Weighted { return semaphore.NewWeighted(2) }, newPermits,
		lin.Op("Acquire", func(s *semaphore.Weighted) { _ = s.Acquire(context.Background(), 1) }),
		lin.Op("TryAcquire", func(s *semaphore.Weighted) bool { return s.TryAcquire(1) }),
		lin.Op("Release", func(s *semaphore.Weighted) { s.Release(1) }))
}

func TestAtomicString_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, func() *atomic.String { return atomic.NewString("") }, newWord,
		lin.Op("Load", (*atomic.String).Load), lin.Op("Store", (*atomic.String).Store, lin.Args("", "a")),
		lin.Op("CompareAndSwap", (*atomic.String).CompareAndSwap, lin.Args("", "a"), lin.Args("b", "")))
}
