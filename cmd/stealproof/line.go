package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// line is the last line of a terminal, which is written again and again. It does
// nothing elsewhere.
type line struct {
	to    io.Writer
	live  bool       // it is a terminal
	width func() int // of that
	shown int        // characters
}

func newLine(to io.Writer) line {
	l := line{to: to, width: func() int { return 80 }}
	f, isFile := to.(*os.File)
	if isFile && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		l.live = true
		l.width = func() int {
			if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
				return w
			}
			return 80
		}
	}
	return l
}

// write writes the line again.
func (l *line) write(text string) {
	if !l.live {
		return
	}
	text = text[:min(len(text), max(0, l.width()-1))]
	fmt.Fprintf(l.to, "\r%s%s", text, strings.Repeat(" ", max(0, l.shown-len(text))))
	l.shown = len(text)
}

// clear removes the line.
func (l *line) clear() {
	if l.shown > 0 {
		fmt.Fprintf(l.to, "\r%s\r", strings.Repeat(" ", l.shown))
		l.shown = 0
	}
}
