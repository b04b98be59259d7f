package park

import (
	"slices"
	"sync"
	"sync/atomic"
)

// locals holds one value for each goroutine that has set one, by the goroutine's address. Each place
// has a list that never changes; SetLocal replaces it.
var locals struct {
	mu sync.Mutex
	by [places]atomic.Pointer[[]local]
}

const places = 1 << 10

type local struct {
	goroutine uintptr
	value     any
}

// placeOf spreads addresses of goroutines, whose lower bits are alike (D. Knuth, multiplicative hashing).
func placeOf(g uintptr) *atomic.Pointer[[]local] {
	return &locals.by[uint64(g)*0x9E3779B97F4A7C15>>54]
}

// SetLocal keeps a value for the calling goroutine. A goroutine must set nil before it ends, since another one
// may get its address. SetLocal does nothing where goroutines cannot be told apart.
func SetLocal(value any) {
	g := Goroutine()
	if g == 0 {
		return
	}
	locals.mu.Lock()
	defer locals.mu.Unlock()
	place := placeOf(g)
	var all []local
	if before := place.Load(); before != nil {
		all = slices.DeleteFunc(slices.Clone(*before), func(l local) bool { return l.goroutine == g })
	}
	if value != nil {
		all = append(all, local{g, value})
	}
	place.Store(&all)
}

// Local returns the value that the calling goroutine has set, or nil. known is false if SetLocal keeps nothing.
// Local costs a few nanoseconds, however many goroutines have set a value.
func Local() (value any, known bool) {
	g := Goroutine()
	if g == 0 {
		return nil, false
	}
	if all := placeOf(g).Load(); all != nil {
		for _, l := range *all {
			if l.goroutine == g {
				return l.value, true
			}
		}
	}
	return nil, true
}
