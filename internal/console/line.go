package console

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Line is the last line of a terminal, which is rewritten again and again. Without a terminal it does nothing.
type Line struct {
	To    io.Writer
	Live  bool       // whether there is a terminal
	Width func() int // the terminal's width
	Shown int        // number of characters on the line
}

// NewLine returns the last line of the terminal to. If to is not a terminal, the line writes nothing.
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

// Write replaces the text of the line.
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
