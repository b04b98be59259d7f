package racecorpus

import (
	"container/heap"
	"container/list"
	"container/ring"
	"maps"
	"math/big"
	"net/url"
	"reflect"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
)

type byAge []node

func (p byAge) Len() int           { return len(p) }
func (p byAge) Less(i, j int) bool { return p[i].v < p[j].v }
func (p byAge) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *byAge) Push(x any)        { *p = append(*p, x.(node)) }
func (p *byAge) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// once guards a value, and can be copied by mistake.
type once struct {
	sync.Once
	value *list.List
}

// copyOf copies a value, also one that must not be copied.
func copyOf[T any](p *T) T { return *p }

var collections = slices.Concat(
	twins("queue of waiting calls", func() (func(), func()) {
		queue := list.New()
		return func() { queue.PushBack("a") }, func() { queue.PushFront("b") }
	}),
	handed("walk of a list that grows", func() (func(), func()) {
		queue := list.New()
		return func() { queue.PushBack(1) }, func() {
			for e := queue.Front(); e != nil; e = e.Next() {
				useAll(e.Value)
			}
		}
	}),
	twins("rings that are linked", func() (func(), func()) {
		a, b := ring.New(2), ring.New(2)
		return func() { a.Link(b) }, func() { use(a.Len()) }
	}),
	twins("heap of jobs", func() (func(), func()) {
		jobs := &byAge{{v: 3}, {v: 1}}
		return func() { heap.Push(jobs, node{v: 2}) }, func() { heap.Fix(jobs, 0) }
	}),
	twins("sort and sort again", func() (func(), func()) {
		ages := []int{3, 1, 2}
		return func() { slices.Sort(ages) }, func() { slices.Reverse(ages) }
	}),
	handed("sort under a reader", func() (func(), func()) {
		ages := []int{3, 1, 2}
		return func() { sort.Ints(ages) }, func() { use(ages[1]) }
	}),
	handed("search while it is sorted", func() (func(), func()) {
		ages := []int{3, 1, 2}
		return func() { sort.Slice(ages, func(i, j int) bool { return ages[i] < ages[j] }) }, func() {
			_, found := slices.BinarySearch(ages, 2)
			useAll(found)
		}
	}),
	handed("merge of settings", func() (func(), func()) {
		from, to := map[string]int{"a": 1}, map[string]int{}
		return func() { maps.Copy(to, from) }, func() { from["b"] = 2 }
	}),
	handed("keys of a map that changes", func() (func(), func()) {
		all := map[int]bool{1: true}
		return func() { all[2] = true }, func() { useAll(slices.Sorted(maps.Keys(all))) }
	}),
	twins("form with two fields", func() (func(), func()) {
		form := url.Values{}
		return func() { form.Add("x", "1") }, func() { form.Set("y", "2") }
	}),
	twins("sum of large numbers", func() (func(), func()) {
		sum := big.NewInt(1)
		add := func() { sum.Add(sum, big.NewInt(5)) }
		return add, add
	}),
	handed("field set by reflection", func() (func(), func()) {
		a := &account{}
		return func() { reflect.ValueOf(a).Elem().Field(1).SetInt(4) }, func() { useAll(reflect.DeepEqual(a, &account{})) }
	}),
	handed("shared comparison", func() (func(), func()) {
		limit := 5
		return func() { limit = 7 }, func() { useAll(slices.IndexFunc([]int{4, 6}, func(v int) bool { return v > limit })) }
	}),
	handed("clone of a slice", func() (func(), func()) {
		all := []node{{1, 2}, {3, 4}}
		return func() { all[1].w = 9 }, func() { useAll(slices.Clone(all)) }
	}),
	[]Snippet{
		{Name: "guard that is copied", Racy: true, Body: func() {
			var g once
			together(
				func() { g.Do(func() { g.value = list.New() }) },
				func() { useAll(copyOf(&g).value) })
		}},
		{Name: "guard that is shared", Body: func() {
			var g once
			get := func() {
				g.Do(func() { g.value = list.New() })
				use(g.value.Len())
			}
			together(get, get)
		}},
		{Name: "list replaced as a whole", Body: func() {
			var now atomic.Pointer[list.List]
			now.Store(list.New())
			together(func() {
				l := list.New()
				l.PushBack(1)
				now.Store(l)
			}, func() { use(now.Load().Len()) })
		}},
		{Name: "keys that point to what changes", Body: func() {
			a, b := &node{v: 1}, &node{v: 2}
			all := map[*node]bool{a: true, b: true}
			together(func() { a.v = 3 }, func() {
				for n := range all {
					useAll(n == a)
				}
				useAll(len(slices.Collect(maps.Keys(all))))
			})
		}},
		{Name: "readers of a sorted slice", Body: func() {
			ages := []int{1, 2, 3}
			find := func() {
				at, _ := slices.BinarySearch(ages, 2)
				use(at)
			}
			together(find, find)
		}},
	},
)
