package engine

import (
	"bytes"
	"reflect"
	"unsafe"
)

// variables are the package variables of rewritten code. They outlive an execution. So after each
// one, they get the values that they had when the search began. Memory behind their pointers is
// not restored.
var variables []reflect.Value

// RegisterVariables registers package variables, by their addresses.
func RegisterVariables(addresses ...any) {
	for _, a := range addresses {
		variables = append(variables, reflect.ValueOf(a).Elem())
	}
}

// snapshot is the values of the package variables.
type snapshot []saved

// saved is a variable, and a copy of its value.
type saved struct {
	variable, value reflect.Value
	now, then       []byte // their memory
}

func takeSnapshot() (s snapshot) {
	for _, v := range variables {
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		s = append(s, saved{v, c, memory(v), memory(c)})
	}
	return s
}

func (s snapshot) restore() {
	for i := range s {
		if v := &s[i]; !bytes.Equal(v.now, v.then) {
			v.variable.Set(v.value)
		}
	}
}

// memory returns the bytes of a variable.
func memory(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
}
