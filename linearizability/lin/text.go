package lin

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// words returns a value for people. It shows no addresses, so that equal values have equal words.
func words(v reflect.Value) string { return wordsTo(v, 4) }

func wordsTo(v reflect.Value, depth int) string {
	if !v.IsValid() {
		return "nil"
	}
	if depth < 0 {
		return "..."
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.FormatUint(v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case reflect.Complex64, reflect.Complex128:
		return strconv.FormatComplex(v.Complex(), 'g', -1, 128)
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return "&" + wordsTo(v.Elem(), depth-1)
	case reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return interfaceWords(v, depth)
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			parts = append(parts, wordsTo(v.Field(i), depth-1))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Slice, reflect.Array:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, wordsTo(v.Index(i), depth-1))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Map:
		var parts []string
		for i := v.MapRange(); i.Next(); {
			parts = append(parts, wordsTo(i.Key(), depth-1)+":"+wordsTo(i.Value(), depth-1))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, " ") + "}"
	}
	if v.IsZero() {
		return "nil"
	}
	return v.Type().String()
}

func interfaceWords(v reflect.Value, depth int) string {
	if text := contextWords(v); text != "" {
		return text
	}
	if v.CanInterface() {
		if err, is := v.Interface().(error); is {
			return fmt.Sprintf("error %q", err)
		}
	}
	return wordsTo(v.Elem(), depth)
}

// list returns values, separated by commas.
func list(values []reflect.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = words(v)
	}
	return strings.Join(parts, ", ")
}
