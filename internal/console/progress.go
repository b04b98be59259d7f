package console

import (
	"fmt"
	"io"
	"time"
)

// Progress shows the progress of a run. On a terminal it rewrites one line; elsewhere it prints a line for each
// deque and each long rule.
type Progress struct {
	Line
	Now func() time.Time

	Total, number int // the number of deques, and the number of the current one
	done          int // rows that have ended
	Deque, rule   string
	did           string
	start, since  time.Time // when the deque began, and when the rule began
	said          time.Time // when the rule's last line was printed
}

// Often is the time between two lines about a long rule if there is no terminal.
const Often = 10 * time.Second

// NewProgress returns the progress of total rows.
func NewProgress(to io.Writer, total int) *Progress {
	return &Progress{Line: NewLine(to), Total: total, Now: time.Now}
}

// Begin begins the next row.
func (p *Progress) Begin(deque string) {
	p.number++
	p.Deque, p.rule, p.did, p.start = deque, "", "", p.Now()
}

// BeginRule begins a part of the row.
func (p *Progress) BeginRule(name string) {
	p.rule, p.did, p.since, p.said = name, "", p.Now(), p.Now()
}

// Update shows the progress of the rule.
func (p *Progress) Update(did string) {
	p.did = did
	if !p.Live && p.Now().Sub(p.said) >= Often {
		p.said = p.Now()
		p.Say("%s: %s: %s so far", p.Deque, p.rule, did)
	}
}

// EndRule ends the part. Without a terminal it prints did, unless did is "".
func (p *Progress) EndRule(did string) {
	if !p.Live && did != "" {
		p.Say("%s: %s: %s, %s", p.Deque, p.rule, did, Seconds(p.Now().Sub(p.since)))
	}
}

// End ends the row.
func (p *Progress) End(verdict string) {
	if !p.Live {
		p.Say("%s: %s, %s", p.Deque, verdict, Seconds(p.Now().Sub(p.start)))
	}
}

// Ended prints the end of a row, which may be another one than the row on the live line.
func (p *Progress) Ended(name, verdict string, took time.Duration) {
	p.done++
	if !p.Live {
		fmt.Fprintf(p.To, "[%d/%d] %s: %s, %s\n", p.done, p.Total, name, verdict, Seconds(took))
	}
}

// Say prints a line that stays on the terminal.
func (p *Progress) Say(format string, args ...any) {
	fmt.Fprintf(p.To, "[%d/%d] %s\n", p.number, p.Total, fmt.Sprintf(format, args...))
}

// Tick rewrites the live line.
func (p *Progress) Tick() {
	if !p.Live || p.Deque == "" {
		return
	}
	text := fmt.Sprintf("[%d/%d] %s  %s  %s", p.number, p.Total, p.Deque, Seconds(p.Now().Sub(p.start)), p.rule)
	if p.did != "" {
		text += ": " + p.did
	}
	p.Write(text)
}
