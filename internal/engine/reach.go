package engine

import (
	"reflect"
	"strings"
	"unsafe"
)

// reach finds the memory that variables lead to, by the types of its pointers. It follows no
// functions, channels and unsafe pointers.
type reach struct {
	blocks   []*block
	size     int
	seen     map[reached]bool
	queue    []found
	pointing map[reflect.Type]bool // whether a type has pointers to follow
}

type reached struct {
	p unsafe.Pointer
	t reflect.Type
}

type found struct {
	of string
	v  reflect.Value // addressable
}

// Bounds of what is found.
const (
	mostBlocks = 50_000
	mostBytes  = 32 << 20
)

// from adds variables, and then all that they lead to.
func (r *reach) from(variables []variable) {
	for _, v := range variables {
		r.blocks = append(r.blocks, newBlock(v.name, v.value))
		r.queue = append(r.queue, found{v.name, v.value})
	}
	for i := 0; i < len(r.queue); i++ {
		r.walk(r.queue[i].of, r.queue[i].v)
	}
}

// walk follows the pointers in an addressable value.
func (r *reach) walk(of string, v reflect.Value) {
	t := v.Type()
	if !r.points(t) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			r.target(of, v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			r.walk(of, copyOf(v.Elem()))
		}
	case reflect.Slice:
		if v.Cap() > 0 {
			array := reflect.ArrayOf(v.Cap(), t.Elem())
			r.target(of, reflect.NewAt(array, v.UnsafePointer()).Elem())
		}
	case reflect.Array:
		for i := range v.Len() {
			r.walk(of, v.Index(i))
		}
	case reflect.Map:
		r.entries(of, v)
	case reflect.Struct:
		if manners(t) != restored || r.loaded(of, v) {
			return
		}
		for i := range v.NumField() {
			f := v.Field(i)
			r.walk(of, reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem())
		}
	}
}

// target adds the memory behind a pointer.
func (r *reach) target(of string, v reflect.Value) {
	key := reached{v.Addr().UnsafePointer(), v.Type()}
	how := manners(v.Type())
	if r.seen[key] || how == skipped || v.Type().Size() == 0 || len(r.blocks) > mostBlocks || r.size > mostBytes {
		return
	}
	r.seen[key] = true
	b := newBlock(of, v)
	b.fixed = how == watched
	r.add(b)
	r.queue = append(r.queue, found{of, v})
}

func (r *reach) add(b *block) {
	r.size += b.size()
	r.blocks = append(r.blocks, b)
}

// entries adds the content of a map.
func (r *reach) entries(of string, m reflect.Value) {
	if m.IsNil() || len(r.blocks) > mostBlocks || r.size > mostBytes {
		return
	}
	key := reached{m.UnsafePointer(), m.Type()}
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	b := newMapBlock(of, reflect.NewAt(m.Type(), m.Addr().UnsafePointer()).Elem())
	header := m.Interface()
	b.place = reflect.ValueOf(header) // this map, whatever the variable refers to later
	r.add(b)
	for i, k := range b.keys {
		r.walk(of, copyOf(k))
		r.walk(of, copyOf(b.values[i]))
	}
}

// loaded follows the content of an atomic pointer or value, or of a sync.Map. It reports whether v
// is one of these.
func (r *reach) loaded(of string, v reflect.Value) bool {
	switch path := v.Type().PkgPath(); {
	case path != "sync" && path != "sync/atomic" && !isShimPath(path):
		return false
	}
	if load := v.Addr().MethodByName("Load"); load.IsValid() && load.Type().NumIn() == 0 && load.Type().NumOut() == 1 {
		r.walk(of, copyOf(load.Call(nil)[0]))
		return true
	}
	if all, is := v.Addr().Interface().(interface{ Range(func(k, v any) bool) }); is {
		all.Range(func(key, value any) bool {
			r.walk(of, reflect.ValueOf(&key).Elem())
			r.walk(of, reflect.ValueOf(&value).Elem())
			return true
		})
		return true
	}
	return !isShimPath(v.Type().PkgPath())
}

// points reports whether a type has pointers to follow.
func (r *reach) points(t reflect.Type) bool {
	is, known := r.pointing[t]
	if known {
		return is
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
		is = true
	case reflect.Array:
		is = r.points(t.Elem())
	case reflect.Struct:
		is = isShimPath(t.PkgPath()) || t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic"
		for i := range t.NumField() {
			is = is || r.points(t.Field(i).Type)
		}
	}
	r.pointing[t] = is
	return is
}

func isShimPath(path string) bool { return strings.HasPrefix(path, home+"/model/shim/") }
