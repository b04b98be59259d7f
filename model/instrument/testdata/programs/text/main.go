// Command text appends and copies what may be strings.
package main

import (
	"fmt"
	"strings"
)

type name string

type octets []byte

type text interface{ ~string | ~[]byte }

func grow[D ~[]byte, T text](d D, t T) D {
	d = append(d, t...)
	d = append(d, t[1:2]...)
	n := copy(d[1:], t)
	n += copy(d, t[len(t)-1:])
	d[n-n] = t[0]
	for i := range len(t) {
		d = append(d, t[i])
	}
	return d
}

func only[S ~string](d []byte, s S) []byte {
	copy(d, s)
	return append(d, s...)
}

func bytesOf[B []byte | octets](d []byte, b B) []byte {
	copy(d, b)
	return append(d, b...)
}

func shared(p *struct{ at octets }, n name) int {
	p.at = append(p.at, n...)
	p.at = append(p.at[:1], "const"...)
	p.at = append(p.at, nil...)
	return copy(p.at, n) + copy(p.at[2:], "xyz")
}

func two() ([]byte, string)           { return make([]byte, 2), "ab" }
func slice() ([]string, string)       { return []string{"a"}, "b" }
func entry() (map[string]int, string) { return map[string]int{"a": 1}, "a" }

func main() {
	var n name = "name"
	fmt.Println(string(append([]byte("a"), n...)), string(append(octets("b"), n...)))
	fmt.Println(string(grow([]byte("one"), "two")), string(grow(octets("one"), n)), string(grow([]byte("one"), octets("two"))))
	fmt.Println(string(only([]byte("1234"), n)), string(bytesOf([]byte("12"), octets("34"))))
	p := &struct{ at octets }{octets("start")}
	fmt.Println(shared(p, n), string(p.at))
	var b strings.Builder
	b.Write(append([]byte(nil), n[1:3]...))
	fmt.Println(b.String())
	fmt.Println(copy(two()), append(slice()))
	m := map[string]int{"k": 1}
	delete(m, string(n))
	delete(entry())
	fmt.Println(len(m), min(n, "z"), max("a", n))
}
