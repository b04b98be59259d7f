package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const scheduleFormat = "stealproof-schedule/1"

// scheduleLine is the line before the steps of a schedule.
type scheduleLine struct {
	Format      string            `json:"format"`
	Package     string            `json:"package,omitempty"`
	Test        string            `json:"test"`
	Search      int               `json:"search,omitempty"`
	Mode        string            `json:"mode,omitempty"`
	Rule        string            `json:"rule"`
	Detail      string            `json:"detail,omitempty"`
	Preemptions int               `json:"preemptions"`
	Turns       int               `json:"turns,omitempty"`
	History     []json.RawMessage `json:"history,omitempty"`
	Clients     map[int]string    `json:"clients,omitempty"`
	Token       string            `json:"token,omitempty"`
	Steps       int               `json:"steps"`
}

// WriteNDJSON writes the schedule that broke a rule, one JSON object a line. The first has the
// fields
//
//	format       "stealproof-schedule/1"
//	package      of the test, if it is known
//	test         its name
//	search       which of the test's searches it was, from 1
//	mode         "step" or "history"
//	rule         that is broken
//	detail       what was seen
//	preemptions  in the schedule
//	turns        if the threads take turns: the steps before that
//	history      if there is one: the lines of its NDJSON form
//	clients      the names of the clients in the history, by number
//	token        repeats the schedule
//	steps        how many lines follow
//
// and each other line is a [Step]. A file may have several schedules, one after the other.
// WriteNDJSON writes nothing if no rule was broken.
func (p Report) WriteNDJSON(w io.Writer) error {
	if p.Rule == "" {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(scheduleLine{
		scheduleFormat, p.Package, p.Test, p.Search, p.Mode, p.Rule, p.Detail, p.Preemptions, p.Turns, p.History, p.Clients, p.Token, len(p.Trace),
	})
	for _, s := range p.Trace {
		err = errors.Join(err, enc.Encode(s))
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	return err
}

// ReadNDJSON reads any number of schedules that [Report.WriteNDJSON] has written. An error names
// the line.
func ReadNDJSON(r io.Reader) (all []Report, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	left, n := 0, 0
	for lines.Scan() {
		n++
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if left > 0 {
			left--
			var s Step
			if err := d.Decode(&s); err != nil {
				return nil, fmt.Errorf("schedule: line %d: %w", n, err)
			}
			p := &all[len(all)-1]
			p.Trace = append(p.Trace, s)
			continue
		}
		var h scheduleLine
		if err := d.Decode(&h); err != nil {
			return nil, fmt.Errorf("schedule: line %d: %w", n, err)
		}
		if h.Format != scheduleFormat {
			return nil, fmt.Errorf("schedule: line %d: format is %q, want %q", n, h.Format, scheduleFormat)
		}
		if h.Steps < 0 {
			return nil, fmt.Errorf("schedule: line %d: it has %d steps", n, h.Steps)
		}
		left = h.Steps
		all = append(all, Report{
			Package: h.Package, Test: h.Test, Search: h.Search, Ending: Failed, Mode: h.Mode, Rule: h.Rule, Detail: h.Detail,
			Preemptions: h.Preemptions, Turns: h.Turns, History: h.History, Clients: h.Clients, Token: h.Token,
		})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("schedule: line %d: %w", n+1, err)
	}
	if left > 0 {
		return nil, fmt.Errorf("schedule: %d steps are missing", left)
	}
	return all, nil
}
