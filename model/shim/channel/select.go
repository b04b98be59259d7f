package channel

import (
	"reflect"

	"github.com/stealproof/stealproof/internal/engine"
)

// Case is a case of a select.
type Case interface {
	prepare() engine.Case
	taken(engine.Exchange)
	actual() reflect.SelectCase
	took(reflect.Value, bool)
}

// Receiving is a case that receives. Once it is taken, V and OK are what it has received.
type Receiving[T any] struct {
	c  <-chan T
	id uint32
	V  T
	OK bool
}

// In returns the case that receives from c.
func In[T any](id uint32, c <-chan T) *Receiving[T] { return &Receiving[T]{c: c, id: id} }

func (r *Receiving[T]) prepare() engine.Case {
	return engine.Case{On: of(both[T](r.c), r.id), Site: r.id}
}

func (r *Receiving[T]) taken(x engine.Exchange) {
	r.V, _ = x.Value.(T)
	r.OK = x.OK
}

func (r *Receiving[T]) actual() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(r.c)}
}

func (r *Receiving[T]) took(v reflect.Value, ok bool) {
	if r.OK = ok; ok {
		r.V, _ = v.Interface().(T)
	}
}

// Sending is a case that sends.
type Sending[T any] struct {
	Sender[T]
	v T
}

// Out returns the case that sends to c.
func Out[T any](id uint32, c chan<- T) *Sending[T] { return &Sending[T]{Sender: To(id, c)} }

// With sets the value to send.
func (s *Sending[T]) With(v T) *Sending[T] {
	s.v = v
	return s
}

func (s *Sending[T]) prepare() engine.Case {
	return engine.Case{On: of(both[T](s.c), s.id), Sends: true, Value: s.v, Site: s.id}
}

func (s *Sending[T]) taken(x engine.Exchange) {
	if x.Closed {
		panicClosed()
	}
}

func (s *Sending[T]) actual() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(s.c), Send: reflect.ValueOf(&s.v).Elem()}
}

func (s *Sending[T]) took(reflect.Value, bool) {}

// Select is a select. It returns the index of the case that it has taken, or -1 for the default.
func Select(id uint32, hasDefault bool, cases ...Case) int {
	if !engine.On() {
		return actually(hasDefault, cases)
	}
	all := make([]engine.Case, len(cases))
	for i, c := range cases {
		all[i] = c.prepare()
	}
	engine.SetSite(id)
	x := engine.Communicate(all, hasDefault)
	if x.Case >= 0 {
		cases[x.Case].taken(x)
	}
	return x.Case
}

// actually is Select with real channels.
func actually(hasDefault bool, cases []Case) int {
	all := make([]reflect.SelectCase, len(cases), len(cases)+1)
	for i, c := range cases {
		all[i] = c.actual()
	}
	if hasDefault {
		all = append(all, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	i, v, ok := reflect.Select(all)
	if i == len(cases) {
		return -1
	}
	cases[i].took(v, ok)
	return i
}
