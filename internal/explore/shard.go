package explore

import "slices"

// Fingerprints spread the visited states over shards. In one phase of the search each shard belongs to one
// goroutine. In the other phase all goroutines read all shards.

const (
	shardBits  = 6
	shardCount = 1 << shardBits
	none       = ^uint32(0)
)

// idOf returns the id of a visited state: its shard, and its place there.
func idOf(shard int, place uint32) uint32 { return place<<shardBits | uint32(shard) }

func shardOf(id uint32) int    { return int(id & (shardCount - 1)) }
func placeOf(id uint32) uint32 { return id >> shardBits }

type shard struct {
	prints  []fingerprint
	parents []uint32
	hashes  []StateHash // only with a digest
	marks   []mark      // only with temporal properties
	slots   []uint32    // hash table of places + 1; 0 means free

	edges []edge // only with temporal properties
	sum   Digest
	count int // number of edges in sum
	taken []int
	fault fault
}

// visited is what is kept of the visited states.
type visited struct {
	shards [shardCount]shard
}

func (v *visited) print(id uint32) fingerprint { return v.shards[shardOf(id)].prints[placeOf(id)] }
func (v *visited) parent(id uint32) uint32     { return v.shards[shardOf(id)].parents[placeOf(id)] }

// path returns the fingerprints of the states on a shortest path to a state.
func (v *visited) path(id uint32) []fingerprint {
	var back []fingerprint
	for ; id != none; id = v.parent(id) {
		back = append(back, v.print(id))
	}
	slices.Reverse(back)
	return back
}

// fresh has the states of the next level that belong to one shard. Goroutines append to those of different shards, so
// they lie apart.
type fresh[S comparable] struct {
	states []entry[S]
	_      [40]byte
}

// entry is a state that is not expanded yet.
type entry[S comparable] struct {
	state S
	id    uint32
}

// mark has the facts about a state that the search for fair cycles needs.
type mark struct {
	holds   uint64 // two bits for each temporal property: When, Then
	enabled uint32 // threads that can change something
	depth   uint32
}

type edge struct {
	from, to uint32
	thread   uint8
}

// find returns the place of a state. It adds the state if it is new.
func (h *shard) find(p fingerprint, parent uint32) (place uint32, isNew bool) {
	if 4*(len(h.prints)+1) > 3*len(h.slots) {
		h.grow()
	}
	mask := uint64(len(h.slots) - 1)
	i := p.lo & mask
	for h.slots[i] != 0 {
		if h.prints[h.slots[i]-1] == p {
			return h.slots[i] - 1, false
		}
		i = (i + 1) & mask
	}
	h.prints = append(h.prints, p)
	h.parents = append(h.parents, parent)
	h.slots[i] = uint32(len(h.prints))
	return h.slots[i] - 1, true
}

func (h *shard) grow() {
	h.slots = make([]uint32, max(64, 2*len(h.slots)))
	mask := uint64(len(h.slots) - 1)
	for n, p := range h.prints {
		i := p.lo & mask
		for h.slots[i] != 0 {
			i = (i + 1) & mask
		}
		h.slots[i] = uint32(n + 1)
	}
}
