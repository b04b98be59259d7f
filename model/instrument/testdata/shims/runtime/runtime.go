// Package runtime is a shim for tests.
package runtime

import "runtime"

func Gosched() { runtime.Gosched() }
