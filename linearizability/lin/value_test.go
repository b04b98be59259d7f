package lin

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type node struct {
	next  *node
	value int
}

type everything struct {
	n     int
	s     string
	b     []string
	m     map[string][]int
	p, q  *node
	any   any
	array [2]*int
	//lint:ignore U1000 copied by reflection
	f func()
	//lint:ignore U1000 copied by reflection
	c chan int
}

func newEverything() everything {
	ring := &node{value: 1}
	ring.next = &node{value: 2, next: ring}
	x := 7
	return everything{n: 1, s: "s", b: []string{"b"}, m: map[string][]int{"k": {1}}, p: ring, q: ring, any: &node{value: 3}, array: [2]*int{&x, &x}}
}

func bytesOf(x any) string { return string(encode(nil, reflect.ValueOf(x))) }

// A copy is equal, and shares nothing.
func TestClone(t *testing.T) {
	a := newEverything()
	v := reflect.New(reflect.TypeFor[everything]()).Elem()
	v.Set(reflect.ValueOf(a))
	b := reflect.NewAt(v.Type(), clone(v).Addr().UnsafePointer()).Interface().(*everything)
	before := bytesOf(a)
	require.Equal(t, before, bytesOf(*b))
	require.Same(t, b.p, b.q, "two pointers to one variable")
	require.Same(t, b.p, b.p.next.next, "a ring")
	require.Same(t, b.array[0], b.array[1])
	b.b[0], b.m["k"][0], b.p.value, *b.array[0] = "x", 9, 9, 9
	b.any.(*node).value = 9
	b.m["new"] = nil
	require.Equal(t, before, bytesOf(a))
	require.NotEqual(t, before, bytesOf(*b))
}

func TestEncode_EqualByValue(t *testing.T) {
	type wrap struct{ x any }
	err := func(text string) (e [1]error) { e[0] = errors.New(text); return e }
	same := [][2]any{
		{[]int(nil), []int{}}, {map[int]int(nil), map[int]int{}}, {map[int]string{1: "a", 2: "b"}, map[int]string{2: "b", 1: "a"}},
		{&node{value: 1}, &node{value: 1}}, {wrap{1}, wrap{1}}, {err("EOF"), [1]error{io.EOF}}, {[1]error{fmt.Errorf("x: %w", io.EOF)}, err("x: EOF")},
	}
	for _, s := range same {
		require.Equal(t, bytesOf(s[0]), bytesOf(s[1]), "%v", s)
	}
	shared := &node{value: 1}
	differ := [][2]any{
		{1, 2}, {"a", "b"}, {[]string{"ab", "c"}, []string{"a", "bc"}}, {wrap{1}, wrap{int64(1)}}, {wrap{nil}, wrap{0}}, {[1]error{}, err("")},
		{[2]*node{shared, shared}, [2]*node{{value: 1}, {value: 1}}}, {map[int]int{1: 0}, map[int]int{}}, {&node{}, (*node)(nil)},
	}
	for _, d := range differ {
		require.NotEqual(t, bytesOf(d[0]), bytesOf(d[1]), "%v", d)
	}
}

// A state that cannot be copied is refused.
func TestClone_Refuses(t *testing.T) {
	items := []int{1, 2, 3}
	n := node{value: 1}
	for want, x := range map[string]any{
		"struct { F func() }.F is a func, which cannot be copied": struct{ F func() }{func() {}},
		"[]chan int[i] is a chan, which cannot be copied":         []chan int{make(chan int)},
		"share memory, which a copy would not":                    [2][]int{items, items[1:]},
		"share memory": struct {
			P *node
			V *int
		}{&n, &n.value},
	} {
		func() {
			defer func() {
				r, is := recover().(*refused)
				require.True(t, is, want)
				require.Contains(t, r.Error(), want)
			}()
			clone(reflect.ValueOf(x))
		}()
	}
	var none struct {
		F func()
		C chan int
	}
	require.NotPanics(t, func() { clone(reflect.ValueOf(none)) }, "nil is allowed")
}

// errors.Is finds the same error in a copy.
func TestClone_KeepsErrors(t *testing.T) {
	type state struct{ last error }
	is := errors.New("missing")
	s := clone(reflect.ValueOf(&state{fmt.Errorf("get: %w", is)})).Interface().(*state)
	require.ErrorIs(t, s.last, is)
}
