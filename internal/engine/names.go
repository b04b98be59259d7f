package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// names are the texts that stand for objects and pointers.
//
// An object has the name that the source has for it where it is used. That name is ambiguous if
// one expression stands for several objects, or several expressions for one object. Then the
// object's number is added: a.mu#1 and b.mu#1 are the same mutex.
type names struct {
	root     map[int32]int32 // objects that are parts of others
	exprs    map[int32][]string
	objects  map[string][]int32
	order    []int32 // objects that have steps
	numbers  map[int32]int
	pointers map[uint64]string
}

// sizes has the types whose methods do steps on several addresses.
var sizes = map[string]uintptr{
	"sync.RWMutex": unsafe.Sizeof(sync.RWMutex{}),
	"sync.Once":    unsafe.Sizeof(sync.Once{}),
}

// newNames returns the names for the objects of the events.
func newNames(events []event) *names {
	n := &names{
		root: map[int32]int32{}, exprs: map[int32][]string{}, objects: map[string][]int32{},
		numbers: map[int32]int{}, pointers: map[uint64]string{0: "nil"},
	}
	n.join(events)
	for i, ev := range events {
		if ev.what != began && ev.expr != "" && ev.head == i {
			n.add(ev.object, ev.expr)
		}
	}
	// An object without a name in the source is called by its type.
	for _, ev := range events {
		if _, typ, is := strings.Cut(ev.typ, "."); is && ev.object >= 0 && len(n.exprs[n.of(ev.object)]) == 0 {
			n.add(ev.object, typ)
		}
	}
	return n
}

func (n *names) add(object int32, expr string) {
	if object < 0 {
		return
	}
	o := n.of(object)
	if !slices.Contains(n.exprs[o], expr) {
		n.exprs[o] = append(n.exprs[o], expr)
		n.objects[expr] = append(n.objects[expr], o)
	}
}

// join finds objects that are parts of one: that of a call's first step, and others nearby.
func (n *names) join(events []event) {
	type head struct {
		object  int32
		address uintptr
	}
	heads := map[[2]string]head{} // by thread and call
	for _, ev := range events {
		size := sizes[ev.typ]
		if size == 0 || ev.object < 0 {
			continue
		}
		key := [2]string{strconv.Itoa(ev.thread) + ev.pos, ev.called}
		h, known := heads[key]
		if ev.site != 0 || !known {
			heads[key] = head{ev.object, ev.address}
		} else if h.object != ev.object && max(h.address, ev.address)-min(h.address, ev.address) < size {
			n.root[n.of(ev.object)] = n.of(h.object)
		}
	}
}

func (n *names) of(object int32) int32 {
	for {
		r, part := n.root[object]
		if !part || r == object {
			return object
		}
		object = r
	}
}

// number returns the number of an object, from 1.
func (n *names) number(object int32) int {
	if object < 0 {
		return 0
	}
	o := n.of(object)
	i := slices.Index(n.order, o)
	if i < 0 {
		i = len(n.order)
		n.order = append(n.order, o)
	}
	return i + 1
}

// name returns the name of the object in a place where the source has expr for it.
func (n *names) name(object int32, expr string) string {
	if object < 0 {
		return expr
	}
	o := n.of(object)
	known := n.exprs[o]
	if expr == "" && len(known) > 0 {
		expr = known[0]
	}
	if expr == "" {
		return fmt.Sprintf("object %d", n.number(object))
	}
	if len(known) <= 1 && len(n.objects[expr]) <= 1 {
		return expr
	}
	if n.numbers[o] == 0 {
		n.numbers[o] = len(n.numbers) + 1
	}
	return fmt.Sprintf("%s#%d", expr, n.numbers[o])
}

// value returns a value of a step as text. The type depends on the called function.
func (n *names) value(ev *event, v uint64) string {
	is := func(name string) bool { return strings.Contains(ev.called, name) }
	switch {
	case ev.pointer:
		if n.pointers[v] == "" {
			n.pointers[v] = fmt.Sprintf("&%d", len(n.pointers))
		}
		return n.pointers[v]
	case is("Bool"):
		return strconv.FormatBool(v != 0)
	case is("Uint"):
	case is("Int32"):
		return fmt.Sprint(int32(v))
	case is("Int64"):
		return fmt.Sprint(int64(v))
	}
	if v >= 1<<32 {
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}
