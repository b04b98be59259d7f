// The builtin functions on slices and maps.
package main

import "fmt"

type buf struct {
	b     []byte
	s     []string
	a     [4]int
	m     map[int]string
	any   []any
	named names
}

type names []string

func f(i int) int { return i }

func main() {
	x := &buf{}
	x.b = append(x.b, 'a', 98)
	x.b = append(x.b, "cd"...)
	x.b = append(x.b, x.b[:2]...)
	x.b = append(x.b, ""...)
	x.s = append(x.s, string(x.b))
	x.s = append(x.s, fmt.Sprint(f(3)), "lit")
	x.named = append(x.named, x.s...)
	x.s = append(x.named[:1], x.s[1:]...)
	x.any = append(x.any, 1, "two", nil, x.a)
	x.any = append(x.any, x.any...)
	x.any = append([]any(nil),
		x.any[0], // first
		3,
	)
	fmt.Println(string(x.b), x.s, x.named, x.any)
	n := copy(x.b[1:], x.b)
	n += copy(x.b, "xy")
	n += copy(x.a[f(1):], []int{7, 8})
	n += copy(x.s, x.named)
	fmt.Println(n, string(x.b), x.a, x.s)
	x.m = map[int]string{1: "a", 2: "b"}
	delete(x.m, f(1))
	delete(x.m, 5)
	fmt.Println(len(x.m), x.m, x.m[f(2)], x.m[9] == "")
	clear(x.m)
	clear(x.a[1:3])
	fmt.Println(len(x.m), x.a, len(x.a), cap(x.a[:2]), len("abc"), len(x.named))
	const l = len(buf{}.a)
	var arr [l]int
	arr2 := arr
	p := &arr
	p[f(1)] = 4
	arr[2] = 5
	for i := range p {
		p[i]++
	}
	q := arr[:]
	q[0] = min(f(8), q[1])
	fmt.Println(arr, arr2, q[len(q)-1:], max(q[0], 3), *p == arr)
	grid := [2][2]int{}
	g := &grid
	g[1][f(0)] = 3
	g[0][1] += f(2)
	row := g[1]
	row[0] = 9
	fmt.Println(grid, row)
	nested := map[string]map[string][]int{"a": {"b": {1}}}
	nested["a"]["b"][0]++
	nested["a"]["c"] = append(nested["a"]["c"], f(2))
	v, ok := nested["x"]["y"]
	fmt.Println(nested, v == nil, ok)
	type k struct{ a, b int }
	ms := map[k]*buf{{1, 2}: x}
	ms[k{1, 2}].a[3] = 6
	ms[k{f(1), 2}].a[f(0)]++
	fmt.Println(x.a, *new(int), new(buf).a, len(ms))
	w := []*buf{{b: []byte("z")}, x}
	w[0].b[0]++
	w[f(1)].s = nil
	*w[0], w[1] = *x, w[0]
	fmt.Println(string(w[1].b), len(w[0].s), 2 < len(w))
	four := [2]byte(x.b[:f(2)])
	two := (*[2]byte)(x.b)
	two[1] = 'Q'
	fmt.Println(string(four[:]), string(x.b[f(1):]), []byte(string(x.b[:2])), []rune("é"))
	str := &x.s
	*str = []string{"s"}
	(*str)[0] += "t"
	fmt.Println((*str)[0][f(1)], x.s[0][:1])
}
