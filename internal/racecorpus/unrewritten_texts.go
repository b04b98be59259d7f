package racecorpus

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"unicode/utf8"
)

// useAll reads a value of any type so that no compiler can remove the read.
//
//go:noinline
func useAll(any) {}

type sink struct {
	bytes.Buffer
	name string
}

type writes interface{ WriteString(string) (int, error) }

var texts = slices.Concat(
	twins("journal in a buffer", func() (func(), func()) {
		var journal bytes.Buffer
		return func() { journal.WriteString("open ") }, func() { journal.WriteString("shut ") }
	}),
	twins("reply built by two", func() (func(), func()) {
		reply := new(strings.Builder)
		part := func(text string) func() {
			return func() { fmt.Fprintf(reply, "<%s>", text) }
		}
		return part("head"), part("tail")
	}),
	handed("length of a growing text", func() (func(), func()) {
		var text strings.Builder
		return func() { text.WriteByte('x') }, func() { use(text.Len()) }
	}),
	twins("one reader for two", func() (func(), func()) {
		words := strings.NewReader("ab")
		next := func() {
			b, _ := words.ReadByte()
			use(int(b))
		}
		return next, next
	}),
	handed("flush beside a write", func() (func(), func()) {
		out := bufio.NewWriter(io.Discard)
		return func() { _, _ = out.WriteString("line\n") }, func() { out.Flush() }
	}),
	twins("scanner in two loops", func() (func(), func()) {
		lines := bufio.NewScanner(strings.NewReader("a\nb\n"))
		take := func() {
			if lines.Scan() {
				use(len(lines.Text()))
			}
		}
		return take, take
	}),
	twins("letters into one array", func() (func(), func()) {
		room := make([]byte, 8)
		put := func() { base64.StdEncoding.Encode(room, []byte("abc")) }
		return put, put
	}),
	handed("rune behind the end", func() (func(), func()) {
		line := make([]byte, 2, 16)
		return func() { useAll(utf8.AppendRune(line, 'é')) }, func() { use(int(line[:4][2])) }
	}),
	twins("table of two columns", func() (func(), func()) {
		table := tabwriter.NewWriter(io.Discard, 0, 8, 1, ' ', 0)
		row := func() { fmt.Fprintln(table, "a\tb") }
		return row, row
	}),
	handed("copy drains what is filled", func() (func(), func()) {
		var from bytes.Buffer
		return func() { from.WriteString("data") }, func() { _, _ = io.Copy(io.Discard, &from) }
	}),
	twins("method as a value", func() (func(), func()) {
		var text strings.Builder
		add := text.WriteByte
		return func() { _ = add('1') }, func() { _ = add('2') }
	}),
	twins("buffer behind an interface", func() (func(), func()) {
		var to writes = &sink{name: "log"}
		return func() { _, _ = to.WriteString("a") }, func() { _, _ = to.WriteString("b") }
	}),
	twins("deferred write", func() (func(), func()) {
		var end bytes.Buffer
		last := func() { defer end.WriteByte('.') }
		return last, last
	}),
	[]Snippet{
		{Name: "buffer for each", Body: func() {
			work := func() {
				var own bytes.Buffer
				own.WriteString("mine")
				use(own.Len())
			}
			together(work, work)
		}},
		{Name: "buffer of a pool", Body: func() {
			pool := sync.Pool{New: func() any { return new(bytes.Buffer) }}
			work := func() {
				b := pool.Get().(*bytes.Buffer)
				b.Reset()
				b.WriteString("text")
				pool.Put(b)
			}
			together(work, work)
		}},
		{Name: "text published by an atomic", Body: func() {
			var text strings.Builder
			var done atomic.Bool
			together(func() {
				text.WriteString("ready")
				done.Store(true)
			}, func() {
				if done.Load() {
					use(text.Len())
				}
			})
		}},
		{Name: "text published before it is written", Racy: true, Body: func() {
			var text strings.Builder
			var done atomic.Bool
			together(func() {
				done.Store(true)
				text.WriteString("late")
			}, func() {
				if done.Load() {
					use(text.Len())
				}
			})
		}},
	},
)
