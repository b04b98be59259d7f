// This program returns from functions with named results in all forms. It prints what they return.
package main

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"
	"strings"
)

var errFirst = errors.New("first")

func two() (int, error)             { return 2, errFirst }
func pointer() (*os.PathError, int) { return nil, 3 }

// watch uses its arguments in other functions.
func watch(n *int) { *n += 0 }

func constants() (n int8, f float64, s string, err error) {
	watched := func() { println(n, f, s, err) }
	_ = watched
	if s := "inner"; s != "" {
		return 1, 2, "three", nil
	}
	return 0, 0, "", nil
}

func several() (n int, err error) {
	defer func() {
		n++
		err = errors.Join(err, fmt.Errorf("n is %d", n))
	}()
	return two()
}

func converted() (err any, n int64) {
	defer func() { _ = fmt.Sprint(err, n) }()
	if err, n := 1, 2; err < n {
		return pointerOf(), int64(n)
	}
	return nil, 0
}

func pointerOf() *int { return nil }

func shifted(k uint) (n int64, less bool) {
	defer func() { n, less = n+1, !less }()
	return 1 << k, k < uint(len(strings.Repeat("a", 3)))
}

func swapped(a, b int) (x, y int) {
	watch(&x)
	x, y = a, b
	return y, x
}

func recovered() (err any) {
	defer func() {
		err = func() (r any) {
			defer func() { r = recover() }()
			panic(fmt.Sprint("again ", err))
		}()
	}()
	return errors.New("e").Error()
}

func again() (r any) {
	defer func() {
		if r == nil {
			r = recover()
		}
	}()
	return mustPanic(&r)
}

func mustPanic(p *any) any { panic(fmt.Sprint("p ", *p)) }

func generic[T any](v T, f func(T) T) (result T, _ error) {
	defer func() { _ = func() T { return result } }()
	defer func() { result = f(result) }()
	return f(v), nil
}

func lines() (file string, line int, err error) {
	defer func() { _ = []any{file, line, err} }()
	return here(
			"a comment", // of the first
		), lineOf(
			1,
		), nil
}

func here(string) string {
	_, _, line, _ := runtime.Caller(1)
	return fmt.Sprint(line)
}

func lineOf(int) int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

func labelled(n int) (result string) {
	defer func() { result += "!" }()
loop:
	for i := range n {
		switch {
		case i == 1:
			continue loop
		case i == 3:
			goto end
		}
		for j := range 3 {
			if j == 2 {
				continue loop
			}
			if i == 2 && j == 1 {
				return fmt.Sprint("at ", i, j)
			}
		}
	}
	return "all"
end:
	return fmt.Sprint("end")
}

func found(seq iter.Seq[int]) (n int, ok bool) {
	defer func() { _ = fmt.Sprint(n, ok) }()
	for n := range seq {
		if n > 1 {
			return n, strings.Contains("abc", "b")
		}
	}
	return
}

func received(c chan int) (n int, ok bool) {
	defer func() { n++ }()
	if len(c) == 0 {
		return 7, false
	}
	return <-c, true
}

func functions() (f func() int, g func(int) int) {
	defer func() { _ = f }()
	return func() (n int) { defer func() { n++ }(); return len(os.Args[:0]) + 4 }, identity[int]
}

func identity[T any](v T) T { return v }

func many(c chan int) (n, m int, err error) {
	defer func() { n, m = m, n }()
	return n + 1, <-c, func() error { n = 9; return nil }()
}

func loops() (out []string) {
	var later []func() string
outer:
	for i, s := 0, "a"; i < 6; i, s = i+1, s+"b" {
		later = append(later, func() string { i++; s += "!"; return fmt.Sprint(i, s) })
		if i == 1 { // the end of
			continue
		}
		for i := 0; i < 3; i++ {
			if i == 1 && len(s) > 3 {
				continue outer
			}
			func() { i += 0 }()
		}
		switch i := i + 1; i {
		case 5:
			break outer
		}
		i++ /* a comment */
	}
	for i := 0; i < 2; i++ {
		later = append(later, func() string { i++; return fmt.Sprint(i) })
	}
	for _, f := range later {
		out = append(out, f(), f())
	}
	return out
}

func main() {
	fmt.Println(loops())
	fmt.Println(constants())
	fmt.Println(several())
	fmt.Println(converted())
	fmt.Println(shifted(2))
	fmt.Println(swapped(1, 2))
	fmt.Println(recovered(), again())
	fmt.Println(generic("a", func(s string) string { return s + s }))
	fmt.Println(lines())
	fmt.Println(labelled(1), labelled(4), labelled(0))
	fmt.Println(found(func(yield func(int) bool) { _ = yield(1) && yield(2) && yield(3) }))
	fmt.Println(found(func(yield func(int) bool) {}))
	c := make(chan int, 2)
	c <- 1
	c <- 2
	fmt.Println(received(c))
	_, m, err := many(c)
	fmt.Println(m, err)
	fmt.Println(received(c))
	f, g := functions()
	fmt.Println(f(), g(5))
	fmt.Println(pointer())
}
