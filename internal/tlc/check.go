package tlc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Run is one run of TLC.
type Run struct {
	Module, Config string // Config without .cfg
	Workers        int
	Coverage       bool           // count how often each part of an action is taken
	Graph          string         // a file for the graph, or ""
	Brief          bool           // the run takes only seconds; Java then compiles less, which halves the time
	Progress       func(Progress) // called now and then
}

// Progress is the progress of TLC.
type Progress struct {
	Generated, Distinct, Queue, Depth int
}

// Outcome is the result of a run of TLC.
type Outcome struct {
	Exit    int
	Message string // first message about an error, or the final message that there is none
	Progress
	Trace   []string // actions that lead to the error; "" for the first state
	Never   []Part   // with Coverage: the parts that are never taken
	Printed []string // output of PrintT
	Took    time.Duration
	CPU     time.Duration // of all processors
	Output  string        // the complete output
}

// Part is an action, or a part of one. Two parts of an action may have the same text.
type Part struct {
	Text string
	Line int // of the module; 0 for an action
}

// Check runs TLC. It returns an error only if TLC could not run; the outcome has TLC's findings.
func (w *Workspace) Check(ctx context.Context, r Run) (*Outcome, error) {
	if err := w.needs(r.Config); err != nil {
		return nil, err
	}
	meta, err := os.MkdirTemp(w.dir, "meta-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(meta)
	args := []string{"-tool", "-nowarning", "-metadir", meta, "-workers", strconv.Itoa(max(1, r.Workers)), "-fp", "1", "-config", r.Config + ".cfg"}
	if r.Coverage {
		args = append(args, "-coverage", "60")
	}
	if r.Graph != "" {
		args = append(args, "-dump", "dot,actionlabels", r.Graph)
	}
	cmd := w.java(ctx, r.Brief, "tlc2.TLC", append(args, r.Module+".tla")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = cmd.Stdout
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := parser{progress: r.Progress, source: w.source}
	readErr := p.read(out)
	waitErr := cmd.Wait()
	p.Took = time.Since(start)
	p.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var exit *exec.ExitError
	switch {
	case errors.As(waitErr, &exit):
		p.Exit = exit.ExitCode()
	case waitErr != nil:
		return nil, waitErr
	case readErr != nil:
		return nil, readErr
	}
	p.finish()
	return &p.Outcome, nil
}

// source returns a line of a module, trimmed.
func (w *Workspace) source(module string, line int) string {
	text, err := os.ReadFile(filepath.Join(w.dir, module+".tla"))
	lines := strings.Split(string(text), "\n")
	if err != nil || line > len(lines) {
		return fmt.Sprintf("line %d", line)
	}
	return strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(lines[line-1]), `/\ `))
}

// parser reads the output of TLC with -tool: messages between marks. A mark has the number of the message and,
// after a colon, its severity.
type parser struct {
	Outcome
	progress func(Progress)
	source   func(module string, line int) string

	text    strings.Builder
	code    int // of the message; 0 outside of messages
	grave   bool
	lines   []string
	action  string // the action whose coverage is read
	skipped bool   // the action is never taken

	ready     func() // called when a server is ready for workers
	succeeded bool
}

// The numbers of messages.
const (
	msgSuccess        = 2193
	msgDepth          = 2194
	msgStats          = 2199
	msgProgress       = 2200
	msgState          = 2217
	msgCoverage       = 2201
	msgCoverageOf     = 2221
	msgCoverageAction = 2772
	msgServerReady    = 7000
)

var (
	startMark = regexp.MustCompile(`^@!@!@STARTMSG (\d+):(\d+) @!@!@$`)
	endMark   = regexp.MustCompile(`^@!@!@ENDMSG \d+ @!@!@$`)
	stateLine = regexp.MustCompile(`^\d+: <(\w+)`)
	place     = regexp.MustCompile(`^<?(\w*) ?\|*line (\d+), col \d+ to line \d+, col \d+ of module (\w+)>?: (\d+)(?::(\d+))?`)
	counts    = regexp.MustCompile(`([\d,]+) states generated(?: \([^)]*\))?, ([\d,]+) distinct states found(?: \([^)]*\))?, ([\d,]+) states left`)
	depth     = regexp.MustCompile(`^(?:Progress\(|The depth of the complete state graph search is )([\d,]+)`)
)

func (p *parser) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		line := lines.Text()
		if p.text.Len() < 1<<22 {
			p.text.WriteString(line + "\n")
		}
		if m := startMark.FindStringSubmatch(line); m != nil {
			p.code = number(m[1])
			p.grave = m[2] == "1" || m[2] == "2"
			p.lines = nil
		} else if endMark.MatchString(line) {
			p.message()
			p.code = 0
		} else if p.code != 0 {
			p.lines = append(p.lines, line)
		} else if line != "" && !strings.HasPrefix(line, "Parsing file") && !strings.HasPrefix(line, "Semantic processing") {
			p.Printed = append(p.Printed, line)
		}
	}
	_, _ = io.Copy(io.Discard, r) // so that TLC can end
	return lines.Err()
}

func (p *parser) message() {
	first := ""
	if len(p.lines) > 0 {
		first = p.lines[0]
	}
	if p.Message == "" && (p.grave || p.code == msgSuccess) {
		p.Message = first
	}
	switch p.code {
	case msgSuccess:
		p.succeeded = true
	case msgServerReady:
		if p.ready != nil {
			p.ready()
		}
	case msgStats, msgProgress, msgDepth:
		for _, line := range p.lines {
			if m := counts.FindStringSubmatch(line); m != nil {
				p.Generated, p.Distinct, p.Queue = number(m[1]), number(m[2]), number(m[3])
			}
			if m := depth.FindStringSubmatch(line); m != nil {
				p.Depth = number(m[1])
			}
		}
		if p.progress != nil {
			p.progress(p.Progress)
		}
	case msgState:
		if m := stateLine.FindStringSubmatch(first); m != nil {
			action := m[1]
			if action == "Initial" {
				action = ""
			}
			p.Trace = append(p.Trace, action)
		}
	case msgCoverage:
		p.Never = nil // the statistics come several times, and only the last are complete
	case msgCoverageAction:
		if m := place.FindStringSubmatch(first); m != nil {
			p.action = m[1]
			p.skipped = m[5] == "0"
			if p.skipped {
				p.Never = append(p.Never, Part{Text: p.action})
			}
		}
	case msgCoverageOf:
		// Bars mark deeper parts, which give no further information.
		m := place.FindStringSubmatch(strings.TrimSpace(first))
		if m != nil && m[4] == "0" && !p.skipped && !strings.Contains(first, "|") {
			line := number(m[2])
			p.Never = append(p.Never, Part{p.action + ": " + p.source(m[3], line), line})
		}
	}
}

func (p *parser) finish() {
	p.Output = p.text.String()
	if p.Message == "" {
		p.Message = "TLC printed no known message"
		if i := len(p.Printed); i > 0 {
			p.Message = p.Printed[i-1]
		}
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	return n
}
