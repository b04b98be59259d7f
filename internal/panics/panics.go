// Package panics says where code of a user panicked.
package panics

import (
	"fmt"
	"runtime"
	"strings"
)

const module = "github.com/stealproof/stealproof/"

// checkers call the code that is checked. They are left out of what Text returns.
var checkers = []string{module + "linearizability.", module + "linearizability/", module + "wsq/wsqtest.", module + "internal/", module + "model."}

// Text returns what was panicked with, and the calls that led there, the innermost first: without
// those of the runtime, and without the checker's that called the first of them. It is for the
// deferred function that has recovered.
func Text(value any) string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var calls []string
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking, calls = true, nil // the last one is the first panic
		case !panicking || strings.HasPrefix(f.Function, "runtime."):
		case ofChecker(f):
			if len(calls) > 0 {
				calls, more = withoutReflect(calls), false
			}
		case f.Function != "":
			calls = append(calls, fmt.Sprintf("%s:%d in %s", f.File, f.Line, f.Function))
		}
		if !more {
			break
		}
	}
	if len(calls) == 0 {
		return fmt.Sprintf("panic: %v", value)
	}
	return fmt.Sprintf("panic: %v\n\tat %s", value, strings.Join(calls, "\n\tcalled at "))
}

// withoutReflect leaves out the last calls if they are those by which a checker calls a function of any type.
func withoutReflect(calls []string) []string {
	for n := len(calls); n > 0 && strings.Contains(calls[n-1], " in reflect."); n-- {
		calls = calls[:n-1]
	}
	return calls
}

func ofChecker(f runtime.Frame) bool {
	if strings.HasSuffix(f.File, "_test.go") {
		return false
	}
	for _, c := range checkers {
		if strings.HasPrefix(f.Function, c) {
			return true
		}
	}
	return false
}
