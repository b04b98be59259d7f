package engine

import (
	"path"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// userLine returns the best known line of the program for a goroutine's stack. That is its own first line outside
// std and the scheduler. If it has none, it is such a line of the goroutine that started it, and otherwise of the
// running thread.
func userLine(stack string) string {
	if at := lineOf(stack); at != "" {
		return at
	}
	if at := startersLine(stack); at != "" {
		return at
	}
	if at := lineOf(standing()); at != "" {
		return at
	}
	return "a place without lines of the program"
}

// startersLine returns the line of the nearest goroutine with one that led to the start of this one, or "".
func startersLine(stack string) string {
	all := goroutines()
	for range all {
		m := creator.FindStringSubmatch(stack)
		if m == nil {
			break
		}
		i := slices.IndexFunc(all, func(g string) bool { return number(g) == m[1] })
		if i < 0 {
			break // it has ended
		}
		if at := lineOf(all[i]); at != "" {
			return at
		}
		stack = all[i]
	}
	return ""
}

// lineOf returns the first line of a goroutine's stack outside std and the scheduler, or "".
func lineOf(stack string) string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(strings.Fields).Pointer()).FileLine(0)
	root := strings.TrimSuffix(file, "strings/strings.go")
	for _, line := range strings.Split(stack, "\n") {
		if place, is := strings.CutPrefix(line, "\t"); is && !strings.HasPrefix(place, root) && !own(place) {
			place, _, _ = strings.Cut(place, " ")
			return place
		}
	}
	return ""
}

// own reports whether a place is in the scheduler, in a package that it uses, or in a shim.
func own(place string) bool {
	inside, is := strings.CutPrefix(strings.TrimPrefix(place, "\t"), ownRoot())
	folder := path.Dir(inside)
	ours := is && (ownFolders[folder] || strings.HasPrefix(folder, "internal/engine/"))
	return strings.Contains(place, "/model/shim/") || ours && !strings.Contains(place, "_test.go:")
}

// ownFolders are the folders of the scheduler and of the packages of this module that it uses.
var ownFolders = map[string]bool{
	"internal/engine": true, "internal/goid": true, "internal/goid/stacks": true, "internal/reduce": true,
	"internal/report": true, "internal/scenario": true, "model": true, "model/sched": true,
}

// ownRoot returns the directory of this module, as in the binary's file names.
var ownRoot = sync.OnceValue(func() string {
	_, file, _, _ := runtime.Caller(0)
	return strings.TrimSuffix(file, "internal/engine/userline.go")
})

// theirs returns the stack without frames of the scheduler.
func theirs(stack string) string {
	lines := strings.Split(stack, "\n")
	var rest []string
	for i := 0; i < len(lines); i++ {
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t") && own(lines[i+1]) {
			i++ // the function, and its place
			continue
		}
		rest = append(rest, lines[i])
	}
	return strings.Join(rest, "\n")
}
