// Range statements of all forms.
package main

import (
	"fmt"
	"maps"
	"slices"
)

type box struct {
	s    []int
	a    [3]int
	p    *[3]int
	m    map[string]int
	i, v int
	k    string
	str  string
}

func (b *box) slice() []int { b.i++; return b.s }

func seq(yield func(int, string) bool) {
	_ = yield(1, "a") && yield(2, "b") && yield(3, "c")
}

func main() {
	b := &box{s: []int{1, 2, 3}, a: [3]int{4, 5, 6}, p: &[3]int{7, 8, 9}, m: map[string]int{"x": 1}, str: "héé"}
	for i, v := range b.s {
		if i == 0 {
			b.s = append(b.s, 9) // not seen
			b.s[1] = 20          // perhaps seen
		}
		fmt.Print(i, v, " ")
	}
	for _, v := range b.s {
		v := v * 2
		fmt.Print(v, " ")
	}
	for i := range b.s {
		fmt.Print(i, " ")
	}
	for range b.slice() {
		fmt.Print(". ")
	}
	for b.i, b.v = range b.s {
	}
	for b.i = range b.s[:2] {
	}
	fmt.Println(b.i, b.v)

	for i, v := range b.a {
		b.a[2] = 60 // a copy is ranged over
		fmt.Print(i, v, " ")
	}
	for i, v := range b.p {
		b.p[2] = 90
		fmt.Print(i, v, " ")
	}
	for i := range b.a {
		fmt.Print(i, " ")
	}
	var none *[3]int
	for i := range none {
		fmt.Print(i, " ")
	}
	fmt.Println(len(none), len(b.a), len(b.p), cap(b.s[:0:2]))

outer:
	for i, v := range b.s {
		for j, w := range b.s {
			switch {
			case j > i:
				continue outer
			case v+w > 30:
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()

	for k, v := range b.m {
		fmt.Print(k, v, " ")
		delete(b.m, k)
	}
	b.m["y"] = 2
	for b.k, b.v = range b.m {
	}
	for b.k = range b.m {
	}
	for _, b.v = range b.m {
	}
	for range b.m {
		fmt.Print("once ")
	}
	fmt.Println(b.k, b.v)
	b.m = map[string]int{"a": 1, "b": 2, "c": 3}
	sum := 0
	add := func(v int) { sum += v }
again:
	for k, v := range b.m {
		if k == "b" {
			continue again
		}
		k := k + "!"
		add(v + len(k))
	}
	fmt.Println(sum, slices.Sorted(maps.Keys(b.m)))
	for _, v := range b.m {
		delete(b.m, "a")
		delete(b.m, "b")
		delete(b.m, "c")
		fmt.Println(v > 0, len(b.m)) // once: deleted keys are not visited
	}

	for i, r := range b.str {
		fmt.Print(i, string(r), " ")
	}
	for i := range 3 {
		fmt.Print(i, " ")
	}
	for b.i = range 3 {
	}
	for i, s := range seq {
		if i == 3 {
			break
		}
		fmt.Print(i, s, " ")
	}
	for b.i, b.k = range seq {
	}
	fmt.Println(b.i, b.k)

	var fs []func() int
	for i, v := range []int{1, 2, 3} {
		v *= 2
		fs = append(fs, func() int { i++; v++; return i * v })
	}
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	for i, s := range map[int][]string{1: {"a", "b"}} {
		for _, x := range s {
			fmt.Println(i, x)
		}
	}
	fmt.Println(first([]string{"p", "q"}), total(map[string]int{"u": 1, "v": 2}), find(b.s, 20))
}

func first[S ~[]E, E any](s S) (e E) {
	for _, e = range s {
		return e
	}
	return e
}

func total[M ~map[K]V, K comparable, V int | float64](m M) (t V) {
	for _, v := range m {
		t += v
	}
	return t
}

func find(s []int, x int) int {
	for i, v := range s {
		if v == x {
			return i
		}
	}
	return -1
}
