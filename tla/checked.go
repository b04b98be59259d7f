package tla

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Checked returns the digest of all that a run of the row depends on, and of its expected
// result: its configuration, the modules without their comments, and what it need not cover. The commands write it
// into the manifest with -update, after a run. So a row whose modules, properties or counts
// were edited afterwards is known, without running it.
func (m *Manifest) Checked(r Row) (string, error) { return m.checked(r, map[string]string{}) }

// checked is Checked. known has the modules that were read already.
func (m *Manifest) checked(r Row, known map[string]string) (string, error) {
	c, err := m.Config(r)
	if err != nil {
		return "", err
	}
	c.comments = nil
	h := sha256.New()
	e := r.Expected
	fmt.Fprintf(h, "%s\n%s\n%d %q %d %d %d %d\n", r.Module, c.Encode(), e.Exit, e.Message, e.Generated, e.Distinct, e.Depth, e.Trace)
	if r.Covers {
		fmt.Fprintf(h, "covers %q\n", m.Never) // fmt prints maps in the order of their keys
	}
	tree := cmp.Or(m.tree, Embedded)
	for _, file := range tree.Modules(r.Module) {
		if known[file] == "" {
			text, err := tree.ReadFile(file)
			if err != nil {
				return "", err
			}
			known[file] = file + "\n" + withoutComments(string(text))
		}
		io.WriteString(h, known[file])
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// Unchecked returns an error that lists the rows that were edited since their last run.
func (m *Manifest) Unchecked() error {
	var faults []error
	known := map[string]string{}
	for _, r := range m.Rows {
		now, err := m.checked(r, known)
		if err == nil && now != r.Expected.Checked {
			command := "tlc"
			if r.GoOnly != "" {
				command = "explore"
			}
			err = fmt.Errorf("%s: its modules, its properties or its result were edited since it was run; run go -C internal/lab run . %s -update %s", r.Config, command, r.Config)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// withoutComments returns the text of a module without its comments, blank lines, and blanks at
// the ends of lines. An algorithm in PlusCal stays: it is inside a comment.
func withoutComments(text string) string {
	var b strings.Builder
	for depth, i := 0, 0; i < len(text); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "(*") && (depth > 0 || !isAlgorithm(rest)):
			depth++
			i += 2
		case depth > 0 && strings.HasPrefix(rest, "*)"):
			depth--
			i += 2
		case depth > 0:
			if rest[0] == '\n' {
				b.WriteByte('\n')
			}
			i++
		case strings.HasPrefix(rest, `\*`):
			i += strings.IndexByte(rest+"\n", '\n')
		case rest[0] == '"':
			n := 1
			for n < len(rest) && rest[n] != '"' && rest[n] != '\n' {
				if rest[n] == '\\' {
					n++
				}
				n++
			}
			n = min(n+1, len(rest))
			b.WriteString(rest[:n])
			i += n
		default:
			b.WriteByte(rest[0])
			i++
		}
	}
	var lines strings.Builder
	for line := range strings.SplitSeq(b.String(), "\n") {
		if line = strings.TrimRight(line, " \t\r"); line != "" {
			lines.WriteString(line + "\n")
		}
	}
	return lines.String()
}

// isAlgorithm reports whether a comment holds an algorithm in PlusCal.
func isAlgorithm(comment string) bool {
	text := strings.TrimLeft(comment, "(* \t\r\n")
	return strings.HasPrefix(text, "--algorithm") || strings.HasPrefix(text, "--fair")
}
