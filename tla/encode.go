package tla

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
)

// width is the greatest length of a line that holds a whole object or array.
const width = 130

// Encode returns the text of the manifest file. An object or an array is on one line if it
// fits.
func (m *Manifest) Encode() []byte {
	one := *m
	one.Rows = slices.Clone(m.Rows)
	for i := range one.Rows {
		if e := &one.Rows[i].Expected; e.Exit == 0 && e.Message == Success {
			e.Message = ""
		}
	}
	var b bytes.Buffer
	layout(&b, marshal(one), "", 0)
	b.WriteByte('\n')
	return b.Bytes()
}

// anySeconds is a measured time. Each counts as much as any other for the layout, so that a row
// that is run again has the same lines.
var anySeconds = regexp.MustCompile(`("seconds": )[0-9.]+`)

// marshal returns the JSON of a value. It does not escape <, > and &.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // no value in a manifest can fail
	}
	return bytes.TrimSpace(b.Bytes())
}

func quote(text string) string { return string(marshal(text)) }

// layout writes a value. behind is the number of characters before it on its line.
func layout(b *bytes.Buffer, text []byte, indent string, behind int) {
	all, err := members(text)
	if err != nil { // a number, a string or a boolean
		b.Write(text)
		return
	}
	line := flat(text)
	if len(indent)+behind+len(anySeconds.ReplaceAllString(line, `${1}0.0`)) <= width {
		b.WriteString(line)
		return
	}
	b.WriteByte(text[0])
	for i, m := range all {
		if i > 0 {
			b.WriteByte(',')
		}
		key := m.label()
		b.WriteString("\n" + indent + "  " + key)
		layout(b, m.value, indent+"  ", len(key))
	}
	b.WriteString("\n" + indent)
	b.WriteByte(text[len(text)-1])
}

// flat returns a value on one line.
func flat(text []byte) string {
	all, err := members(text)
	if err != nil {
		return string(text)
	}
	line := text[:1:1]
	for i, m := range all {
		if i > 0 {
			line = append(line, ", "...)
		}
		line = append(line, m.label()+flat(m.value)...)
	}
	return string(append(line, text[len(text)-1]))
}

// label returns the quoted key with its colon, or "" in an array.
func (m member) label() string {
	if m.key == "" {
		return ""
	}
	return quote(m.key) + ": "
}
