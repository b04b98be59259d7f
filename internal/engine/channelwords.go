package engine

import (
	"slices"
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

// Served says what lets the operations of a channel go on if the program does not do that itself, for people.
type Served struct {
	In, Out string // for a receive, and for a send; such as "the end"
	Of      string // the object, such as "the context"
}

// lacks says what a thread before a communication waits for, for people. It names each channel with the line where
// it was made.
func (e *engine) lacks(t *thread) string {
	var texts, never []string
	for _, c := range t.comm.cases {
		name := ""
		if c.Site != 0 {
			name = Where(c.Site).Expr
		}
		text := ""
		if c.On == nil {
			never = append(never, name)
		} else {
			text = c.lack(name)
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	text := strings.Join(texts, ", or ")
	switch {
	case len(t.comm.cases) == 0:
		return "never: it has no cases"
	case len(never) == 1 && never[0] == "":
		return "never: it is nil"
	case len(never) == 0:
		return text
	case len(texts) == 0:
		text = "never: "
	default:
		text += "; "
	}
	if len(never) == 1 {
		return text + never[0] + " is nil"
	}
	return text + strings.Join(never[:len(never)-1], ", ") + " and " + never[len(never)-1] + " are nil"
}

// lack says what a case waits for. The name is that of the channel, or "".
func (c Case) lack(name string) string {
	what, of := "a send to or close of", "the channel"
	if c.Sends {
		what = "a receive from"
	}
	if s := c.On.Served; s != nil {
		what, of = s.In, s.Of
		if c.Sends {
			what = s.Out
		}
		if what == "" {
			return ""
		}
		what += " of"
		name = strings.TrimSuffix(name, ".Done()")
	}
	at := ""
	if c.On.Site != 0 {
		at = " made at " + Where(c.On.Site).Pos
	}
	if name != "" && at != "" {
		return what + " " + name + "," + at
	}
	if name != "" {
		of = name
	}
	return what + " " + of + at
}
