package engine

import (
	"fmt"
	"strings"
)

// channelCall returns the operation of a channel that an event is part of, or "" if it is another
// call.
func (s *explanation) channelCall(ev *event) string {
	if !strings.HasPrefix(ev.called, "channel.") {
		return ""
	}
	name := s.names.name(ev.object, ev.expr)
	switch called := strings.ReplaceAll(ev.called, "[...]", ""); called {
	case "channel.Sender.Send":
		return name + " <-"
	case "channel.Receive", "channel.ReceiveOK":
		return "<-" + name
	case "channel.Close":
		return "close(" + name + ")"
	case "channel.Len", "channel.Shown":
		return "len(" + name + ")"
	case "channel.Select":
		if ev.object < 0 {
			return "select"
		}
		return "select " + name
	}
	return "select{}"
}

// lacks says what a thread before a communication waits for, for people. It names each channel with
// the line where it was made.
func (e *engine) lacks(t *thread) string {
	if len(t.comm.cases) == 0 {
		return "never: it has no cases"
	}
	var texts []string
	for _, c := range t.comm.cases {
		what := "a send"
		if c.Sends {
			what = "a receive"
		}
		name := ""
		if c.Site != 0 {
			name = " " + map[bool]string{true: "from ", false: "to "}[c.Sends] + Where(c.Site).Expr
		}
		switch {
		case c.On == nil:
			texts = append(texts, "never"+name+": it is nil")
		case c.On.Site != 0:
			texts = append(texts, fmt.Sprintf("%s%s, made at %s", what, name, Where(c.On.Site).Pos))
		default:
			texts = append(texts, what+name)
		}
	}
	return strings.Join(texts, ", or ")
}
