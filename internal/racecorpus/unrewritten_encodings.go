package racecorpus

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
)

type account struct {
	Name    string
	Balance int
	Tags    map[string]string
}

// gauge locks when it is encoded.
type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) add() {
	g.mu.Lock()
	g.n++
	g.mu.Unlock()
}

func (g *gauge) MarshalJSON() ([]byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return json.Marshal(g.n)
}

func (g *gauge) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Repeat("|", g.n)
}

var page = template.Must(template.New("page").Parse("{{.Name}}: {{.Balance}}"))

var encodings = slices.Concat(
	handed("account encoded while it changes", func() (func(), func()) {
		a := &account{Name: "x"}
		return func() { a.Balance = 10 }, func() {
			text, _ := json.Marshal(a)
			use(len(text))
		}
	}),
	handed("tags of an encoded account", func() (func(), func()) {
		a := account{Tags: map[string]string{"k": "v"}}
		return func() { a.Tags["l"] = "w" }, func() { _ = json.NewEncoder(io.Discard).Encode(a) }
	}),
	handed("account decoded under a reader", func() (func(), func()) {
		a := &account{}
		return func() { _ = json.Unmarshal([]byte(`{"Balance":3}`), a) }, func() { use(a.Balance) }
	}),
	twins("one encoder for two", func() (func(), func()) {
		var text strings.Builder
		to := json.NewEncoder(&text)
		put := func() { _ = to.Encode(1) }
		return put, put
	}),
	handed("number put into bytes", func() (func(), func()) {
		var frame [8]byte
		return func() { binary.LittleEndian.PutUint32(frame[2:], 7) }, func() { use(int(binary.BigEndian.Uint16(frame[4:]))) }
	}),
	handed("bytes made text", func() (func(), func()) {
		key := []byte{1, 2, 3}
		return func() { key[2]++ }, func() { use(len(hex.EncodeToString(key))) }
	}),
	twins("digest of two parts", func() (func(), func()) {
		sum := sha256.New()
		return func() { sum.Write([]byte("a")) }, func() { sum.Write([]byte("b")) }
	}),
	twins("rows of one file", func() (func(), func()) {
		file := csv.NewWriter(io.Discard)
		row := func() { _ = file.Write([]string{"a", "b"}) }
		return row, row
	}),
	handed("element of a document", func() (func(), func()) {
		type item struct{ Price int }
		i := &item{}
		return func() { i.Price = 2 }, func() {
			text, _ := xml.Marshal(i)
			use(len(text))
		}
	}),
	handed("page of an account", func() (func(), func()) {
		a := &account{}
		return func() { a.Name = "new" }, func() { _ = page.Execute(io.Discard, a) }
	}),
	[]Snippet{
		{Name: "gauge that locks to be encoded", Body: func() {
			g := &gauge{}
			together(g.add, func() {
				text, _ := json.Marshal(g)
				use(len(text))
			})
		}},
		{Name: "gauge encoded without its lock", Racy: true, Body: func() {
			g := &gauge{}
			together(g.add, func() {
				text, _ := json.Marshal(g.n)
				use(len(text))
			})
		}},
		{Name: "snapshot that is encoded", Body: func() {
			var now atomic.Pointer[account]
			now.Store(&account{})
			together(func() { now.Store(&account{Balance: 1}) }, func() {
				text, _ := json.Marshal(now.Load())
				use(len(text))
			})
		}},
		{Name: "snapshot that still changes", Racy: true, Body: func() {
			var now atomic.Pointer[account]
			now.Store(&account{})
			together(func() {
				a := &account{}
				now.Store(a)
				a.Balance = 1
			}, func() {
				text, _ := json.Marshal(now.Load())
				use(len(text))
			})
		}},
	},
)
