package console

import (
	"fmt"
	"io"
	"time"
)

// Progress shows how far a run is: on a terminal in one line that is written
// again and again, elsewhere in a line for each deque and each long rule.
type Progress struct {
	Line
	Now func() time.Time

	Total, number int // deques, and which of them this is
	done          int // rows that have ended
	Deque, rule   string
	did           string
	start, since  time.Time // of the deque, of the rule
	said          time.Time // the last line about the rule
}

// Often is how often a long rule gets a line where there is no terminal.
const Often = 10 * time.Second

// NewProgress returns the progress of so many rows.
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

// Update notes what the rule has done so far.
func (p *Progress) Update(did string) {
	p.did = did
	if !p.Live && p.Now().Sub(p.said) >= Often {
		p.said = p.Now()
		p.Say("%s: %s: %s so far", p.Deque, p.rule, did)
	}
}

// EndRule ends the part. Where there is no terminal it writes what was done, if that is not "".
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

// Ended says how a row has ended that need not be the one that is shown.
func (p *Progress) Ended(name, verdict string, took time.Duration) {
	p.done++
	if !p.Live {
		fmt.Fprintf(p.To, "[%d/%d] %s: %s, %s\n", p.done, p.Total, name, verdict, Seconds(took))
	}
}

// Say writes a line that stays.
func (p *Progress) Say(format string, args ...any) {
	fmt.Fprintf(p.To, "[%d/%d] %s\n", p.number, p.Total, fmt.Sprintf(format, args...))
}

// Tick writes the live line again.
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
