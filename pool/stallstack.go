package pool

import (
	"bytes"
	"runtime"
	"strings"
)

// goroutineLine returns the beginning of the stack of the calling goroutine: "goroutine 7 ". Go
// shows the number of a goroutine nowhere else. It takes a microsecond or two.
func goroutineLine() string {
	var head [40]byte
	line := head[:runtime.Stack(head[:], false)]
	if i := bytes.IndexByte(line, '['); i >= 0 {
		line = line[:i]
	}
	return string(line)
}

// allStacks returns the stacks of all goroutines. It stops the program meanwhile.
func allStacks() string {
	for n := 1 << 20; ; n *= 2 {
		b := make([]byte, n)
		if used := runtime.Stack(b, true); used < n || n >= 1<<26 {
			return string(b[:used])
		}
	}
}

// callOf returns the place at which the goroutine with that line has called this package to
// block, as function, file and line. It returns "" if the stacks do not show it.
func callOf(stacks, line string) string {
	const here, blocking = "github.com/stealproof/stealproof/pool.", "github.com/stealproof/stealproof/pool.(*Worker).withSpare("
	i := strings.Index("\n"+stacks, "\n"+line)
	if i < 0 {
		return ""
	}
	stack, _, _ := strings.Cut(stacks[i:], "\n\n")
	lines := strings.Split(stack, "\n")
	inside := false
	for n := 1; n+1 < len(lines); n += 2 { // a function, and then its place
		f := lines[n]
		switch {
		case strings.HasPrefix(f, blocking):
			inside = true
		case inside && !strings.HasPrefix(f, here):
			place, _, _ := strings.Cut(strings.TrimSpace(lines[n+1]), " +0x")
			if open := strings.LastIndexByte(f, '('); open > 0 {
				f = f[:open]
			}
			return f + " " + place
		}
	}
	return ""
}
