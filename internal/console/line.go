package console

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Line is the last line of a terminal, which is written again and again. It does
// nothing elsewhere.
type Line struct {
	To    io.Writer
	Live  bool       // it is a terminal
	Width func() int // of that
	Shown int        // characters
}

// NewLine returns the last line of a terminal. It writes nothing if to is none.
func NewLine(to io.Writer) Line {
	l := Line{To: to, Width: func() int { return 80 }}
	f, isFile := to.(*os.File)
	if isFile && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		l.Live = true
		l.Width = func() int {
			if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
				return w
			}
			return 80
		}
	}
	return l
}

// Write writes the line again.
func (l *Line) Write(text string) {
	if !l.Live {
		return
	}
	text = text[:min(len(text), max(0, l.Width()-1))]
	fmt.Fprintf(l.To, "\r%s%s", text, strings.Repeat(" ", max(0, l.Shown-len(text))))
	l.Shown = len(text)
}

// Clear removes the line.
func (l *Line) Clear() {
	if l.Shown > 0 {
		fmt.Fprintf(l.To, "\r%s\r", strings.Repeat(" ", l.Shown))
		l.Shown = 0
	}
}
