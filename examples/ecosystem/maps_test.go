package ecosystem

import (
	"testing"

	"github.com/alphadose/haxmap"
	"github.com/cornelk/hashmap"
	cmap "github.com/orcaman/concurrent-map/v2"
	"github.com/zhangyunhao116/skipmap"

	"github.com/stealproof/stealproof/linearizability/lin"
)

func TestHashmap_Fault(t *testing.T) {
	onlySearched(t)
	type Map = hashmap.Map[int, int]
	lin.Check(t, hashmap.New[int, int], newTable,
		lin.Op("Get", (*Map).Get), lin.Op("Put", (*Map).Set), lin.Op("Insert", (*Map).Insert), lin.Op("Remove", (*Map).Del))
}

// haxmapGet leaves out the value of an absent key, which is not determined.
func haxmapGet(m *haxmap.Map[int, int], k int) (int, bool) {
	v, ok := m.Get(k)
	if !ok {
		return 0, false
	}
	return v, true
}

func TestHaxmapGetOrSet_Fault(t *testing.T) {
	onlySearched(t)
	type Map = haxmap.Map[int, int]
	lin.Check(t, func() *Map { return haxmap.New[int, int]() }, newTable,
		lin.Op("Get", haxmapGet), lin.Op("Put", (*Map).Set), lin.Op("GetOrPut", (*Map).GetOrSet))
}

func TestHaxmap_Fault(t *testing.T) {
	onlySearched(t)
	type Map = haxmap.Map[int, int]
	lin.Check(t, func() *Map { return haxmap.New[int, int]() }, newTable,
		lin.Op("Get", haxmapGet), lin.Op("Put", (*Map).Set), lin.Op("Delete", func(m *Map, k int) { m.Del(k) }))
}

func TestHaxmapLen_Fault(t *testing.T) {
	onlySearched(t)
	type Map = haxmap.Map[int, int]
	lin.Check(t, func() *Map { return haxmap.New[int, int]() }, newTable,
		lin.Op("Put", (*Map).Set), lin.Op("Len", func(m *Map) int { return int(m.Len()) }))
}

func TestHashmapInsert_Fault(t *testing.T) {
	onlySearched(t)
	type Map = hashmap.Map[int, int]
	lin.Check(t, hashmap.New[int, int], newTable,
		lin.Op("Get", (*Map).Get), lin.Op("Put", (*Map).Set), lin.Op("Insert", (*Map).Insert))
}

func TestHashmapSet_Fault(t *testing.T) {
	onlySearched(t)
	type Map = hashmap.Map[int, int]
	lin.Check(t, hashmap.New[int, int], newTable,
		lin.Op("Get", (*Map).Get), lin.Op("Put", (*Map).Set), lin.Op("Delete", func(m *Map, k int) { m.Del(k) }))
}

func TestSkipmapStore_Fault(t *testing.T) {
	onlySearched(t)
	type Map = skipmap.IntMap[int]
	lin.Check(t, skipmap.NewInt[int], newTable, lin.Op("Get", (*Map).Load), lin.Op("Put", (*Map).Store))
}

func TestSkipmap_Fault(t *testing.T) {
	onlySearched(t)
	type Map = skipmap.IntMap[int]
	lin.Check(t, skipmap.NewInt[int], newTable,
		lin.Op("Get", (*Map).Load), lin.Op("Put", (*Map).Store), lin.Op("GetOrPut", (*Map).LoadOrStore), lin.Op("Take", (*Map).LoadAndDelete))
}

func TestConcurrentMap(t *testing.T) {
	type Map = cmap.ConcurrentMap[int, int]
	lin.Check(t, func() Map {
		return cmap.NewWithCustomShardingFunction[int, int](func(key int) uint32 { return uint32(key) })
	}, newTable,
		lin.Op("Get", Map.Get), lin.Op("Put", Map.Set), lin.Op("Insert", Map.SetIfAbsent), lin.Op("Take", Map.Pop))
}

// The documentation of Count does not say that it looks at one shard after the other.
func TestConcurrentMapCount_Fault(t *testing.T) {
	onlySearched(t)
	type Map = cmap.ConcurrentMap[int, int]
	lin.Check(t, func() Map {
		return cmap.NewWithCustomShardingFunction[int, int](func(key int) uint32 { return uint32(key) })
	}, newTable,
		lin.Op("Put", Map.Set), lin.Op("Delete", Map.Remove), lin.Op("Len", Map.Count),
		lin.Scenario("Put(1, 1); Len | Delete(1) Put(2, 2)"))
}
