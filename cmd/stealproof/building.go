package main

import (
	"fmt"
	"io"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
)

// building shows the progress of a build. On a terminal it rewrites one line; elsewhere it prints a line now
// and then.
type building struct {
	console.Line
	of    string // the package whose tests are built
	now   func() time.Time
	start time.Time
	said  time.Time // time of the last line
}

func newBuilding(to io.Writer, of string) *building {
	b := &building{Line: console.NewLine(to), of: of, now: time.Now}
	b.start = b.now()
	b.said = b.start
	return b
}

// progress shows the progress p.
func (b *building) progress(p check.Progress) {
	now := b.now()
	text := fmt.Sprintf("%s: %s", b.of, p.Doing)
	if p.Compiled > 0 {
		text += ", " + console.Plural(p.Compiled, "package") + " compiled"
	}
	text += ", " + console.Seconds(now.Sub(b.start))
	b.Write(text)
	if !b.Live && now.Sub(b.said) >= console.Often {
		b.said = now
		fmt.Fprintln(b.To, text)
	}
}
