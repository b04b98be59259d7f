package sched

import (
	"bytes"
	"reflect"
	"unsafe"
)

// variables are the package variables of rewritten code. They live on from one
// execution to the next, so after each they are put back to what they were when
// the search began; but not what they point to.
var variables []reflect.Value

// RegisterVariables makes package variables known, by their addresses.
func RegisterVariables(addresses ...any) {
	for _, a := range addresses {
		variables = append(variables, reflect.ValueOf(a).Elem())
	}
}

// snapshot is what the package variables were.
type snapshot struct {
	values []reflect.Value // copies, by variable
}

func takeSnapshot() (s snapshot) {
	for _, v := range variables {
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		s.values = append(s.values, c)
	}
	return s
}

func (s snapshot) restore() {
	for i, saved := range s.values {
		if v := variables[i]; !bytes.Equal(memory(v), memory(saved)) {
			v.Set(saved)
		}
	}
}

// memory returns the bytes of a variable.
func memory(v reflect.Value) []byte {
	return unsafe.Slice((*byte)(v.Addr().UnsafePointer()), v.Type().Size())
}
