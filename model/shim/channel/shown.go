package channel

import (
	"reflect"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// Shown says that the program gives c as an interface to code that was not rewritten, such as an
// assertion about its length. It puts into the real channel what the channel of the execution holds.
// It is a step, as len is. It returns c.
func Shown[C any](id uint32, c C) C {
	p := address(c)
	if p == nil || !engine.On() {
		return c
	}
	on := engine.MadeHere(p)
	if on == nil {
		return c
	}
	engine.SetSite(id)
	on.Len()
	t := reflect.TypeOf(c)
	real := reflect.NewAt(reflect.ChanOf(reflect.BothDir, t.Elem()), unsafe.Pointer(&c)).Elem()
	for ok := true; ok; {
		_, ok = real.TryRecv()
	}
	for _, v := range on.Holds {
		value := reflect.Zero(t.Elem())
		if v != nil {
			value = reflect.ValueOf(v)
		}
		real.TrySend(value)
	}
	return c
}
