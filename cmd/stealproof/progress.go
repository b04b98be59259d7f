package main

import (
	"fmt"
	"io"
	"time"

	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// progress shows how far a run is: on a terminal in one line that is written
// again and again, elsewhere in a line for each deque and each long rule.
type progress struct {
	line
	now func() time.Time

	total, number int // deques, and which of them this is
	done          int // rows that have ended
	deque, rule   string
	did           string
	start, since  time.Time // of the deque, of the rule
	said          time.Time // the last line about the rule
}

// often is how often a long rule gets a line where there is no terminal.
const often = 10 * time.Second

func newProgress(to io.Writer, total int) *progress {
	return &progress{line: newLine(to), total: total, now: time.Now}
}

func (p *progress) begin(deque string) {
	p.number++
	p.deque, p.rule, p.did, p.start = deque, "", "", p.now()
}

func (p *progress) beginRule(name string) {
	p.rule, p.did, p.since, p.said = name, "", p.now(), p.now()
}

// update notes what the rule has done so far.
func (p *progress) update(did string) {
	p.did = did
	if !p.live && p.now().Sub(p.said) >= often {
		p.said = p.now()
		p.say("%s: %s: %s so far", p.deque, p.rule, did)
	}
}

func (p *progress) endRule(o wsqtest.Outcome) {
	if !p.live && (o.Coverage != nil || o.Ledger != nil) {
		p.say("%s: %s: %s, %s", p.deque, p.rule, did(o), seconds(p.now().Sub(p.since)))
	}
}

func (p *progress) end(verdict string) {
	if !p.live {
		p.say("%s: %s, %s", p.deque, verdict, seconds(p.now().Sub(p.start)))
	}
}

// ended says how a row has ended that need not be the one that is shown.
func (p *progress) ended(name, verdict string, took time.Duration) {
	p.done++
	if !p.live {
		fmt.Fprintf(p.to, "[%d/%d] %s: %s, %s\n", p.done, p.total, name, verdict, seconds(took))
	}
}

func (p *progress) say(format string, args ...any) {
	fmt.Fprintf(p.to, "[%d/%d] %s\n", p.number, p.total, fmt.Sprintf(format, args...))
}

// tick writes the live line again.
func (p *progress) tick() {
	if !p.live || p.deque == "" {
		return
	}
	text := fmt.Sprintf("[%d/%d] %s  %s  %s", p.number, p.total, p.deque, seconds(p.now().Sub(p.start)), p.rule)
	if p.did != "" {
		text += ": " + p.did
	}
	p.write(text)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }
