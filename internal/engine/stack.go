package engine

import (
	"regexp"
	"strings"
)

var (
	frameArguments = regexp.MustCompile(`\([^()]*\)$`)
	frameFile      = regexp.MustCompile(`^\t(.+):(\d+)(?: \+0x[0-9a-f]+)?$`)
)

// panicFrames splits a panic's message from its stack. It returns the frames in the code under
// test, the innermost first.
func panicFrames(text string) (message string, frames []spot) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	end := len(lines)
	for i := 1; i < len(lines); i++ {
		m := frameFile.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		end = min(end, i-1)
		pkg, name := splitFunction(frameArguments.ReplaceAllString(lines[i-1], ""))
		if !inGoRoot(m[1]) && !isShim(pkg, m[1]) && (!watches(pkg) || strings.HasSuffix(m[1], "_test.go")) {
			frames = append(frames, spot{pos: fileName(m[1]) + ":" + m[2], in: plainName(name)})
		}
	}
	return strings.Join(lines[:end], "\n"), frames
}

// cleanStack returns a goroutine's stack with one line a frame, without anything that differs from
// run to run.
func cleanStack(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var clean []string
	for i, line := range lines {
		switch m := frameFile.FindStringSubmatch(line); {
		case m != nil && i > 0:
			clean = append(clean, "  at "+fileName(m[1])+":"+m[2]+" in "+frameArguments.ReplaceAllString(lines[i-1], ""))
		case i+1 < len(lines) && frameFile.MatchString(lines[i+1]):
		default:
			clean = append(clean, line)
		}
	}
	return strings.Join(clean, "\n")
}
