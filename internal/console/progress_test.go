package console

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgress(t *testing.T) {
	now := time.Unix(0, 0)
	advance := func(d time.Duration) { now = now.Add(d) }
	show := func(live bool) string {
		var out bytes.Buffer
		p := NewProgress(&out, 2)
		p.Live, p.Now, p.Width = live, func() time.Time { return now }, func() int { return 40 }
		p.Tick()
		p.Begin("abp")
		p.BeginRule("starts-empty")
		p.EndRule("")
		p.BeginRule("linearizable")
		p.Tick()
		for range 25 {
			advance(time.Second)
			p.Update("much")
		}
		p.Tick()
		p.EndRule("1 round, 1 retry")
		p.End("held")
		p.Clear()
		p.Clear()
		return out.String()
	}
	require.Equal(t, `[1/2] abp: linearizable: much so far
[1/2] abp: linearizable: much so far
[1/2] abp: linearizable: 1 round, 1 retry, 25.0s
[1/2] abp: held, 25.0s
`, show(false))
	require.Equal(t, "\r[1/2] abp  0.0s  linearizable\r[1/2] abp  25.0s  linearizable: much\r"+strings.Repeat(" ", 36)+"\r", show(true))

	var out bytes.Buffer
	p := &Progress{Line: Line{To: &out, Live: true, Shown: 20, Width: func() int { return 8 }}, Deque: "a-deque", Now: time.Now}
	p.Tick()
	require.Equal(t, "\r[0/0] a"+strings.Repeat(" ", 13), out.String(), "the line must be cut to the terminal's width, and cover the longer line before it")
}
