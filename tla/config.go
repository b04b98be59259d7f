package tla

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Config has the contents of a .cfg file. TLC and the Go machines share it, so both run
// the same sizes and properties.
type Config struct {
	Name          string
	Specification string
	Constants     map[string]string
	Invariants    []string
	Properties    []string
	Constraint    string // ACTION_CONSTRAINT
	Deadlock      bool   // CHECK_DEADLOCK; the default is true
	Change        Change // made in the module and in its machine; no part of the file

	order    Constants // the constants in the order of the manifest
	comments []string
}

// sections are the words that begin a section of a .cfg file.
var sections = []string{
	"SPECIFICATION", "CONSTANT", "CONSTANTS", "INVARIANT", "INVARIANTS", "PROPERTY", "PROPERTIES",
	"ACTION_CONSTRAINT", "CHECK_DEADLOCK",
}

// ParseConfig reads the part of TLC's format that this module uses: names, and constants
// that are numbers, strings or booleans. An error names the file and the line.
func ParseConfig(name, text string) (*Config, error) {
	c := &Config{Name: name, Constants: map[string]string{}, Deadlock: true}
	section := ""
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, `\*`)
		words := strings.Fields(line)
		for len(words) > 0 {
			if slices.Contains(sections, words[0]) {
				section, words = words[0], words[1:]
				continue
			}
			n, err := c.take(section, words)
			if err != nil {
				return nil, fmt.Errorf("%s.cfg:%d: %w", name, i+1, err)
			}
			words = words[n:]
		}
	}
	if c.Specification == "" {
		return nil, fmt.Errorf("%s.cfg: no SPECIFICATION", name)
	}
	return c, nil
}

// take reads one entry of a section and returns the number of its words.
func (c *Config) take(section string, words []string) (int, error) {
	switch section {
	case "SPECIFICATION":
		c.Specification = words[0]
	case "INVARIANT", "INVARIANTS":
		c.Invariants = append(c.Invariants, words[0])
	case "PROPERTY", "PROPERTIES":
		c.Properties = append(c.Properties, words[0])
	case "ACTION_CONSTRAINT":
		c.Constraint = words[0]
	case "CHECK_DEADLOCK":
		c.Deadlock = words[0] == "TRUE"
	case "CONSTANT", "CONSTANTS":
		if len(words) < 3 || words[1] != "=" {
			return 0, fmt.Errorf("%q is no constant; want Name = value", strings.Join(words, " "))
		}
		c.Constants[words[0]] = words[2]
		return 3, nil
	default:
		return 0, fmt.Errorf("%q is in no section", words[0])
	}
	return 1, nil
}

// Int returns a constant that is a number. It returns an error if the constant is missing
// or no number.
func (c *Config) Int(name string) (int, error) {
	text, given := c.Constants[name]
	if !given {
		return 0, fmt.Errorf("%s.cfg gives no %s", c.Name, name)
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%s.cfg: %s is %s, want a number", c.Name, name, text)
	}
	return n, nil
}

// Text returns a constant that is a string, without its quotation marks. It returns an
// error if the constant is missing or no string.
func (c *Config) Text(name string) (string, error) {
	text, given := c.Constants[name]
	if !given {
		return "", fmt.Errorf("%s.cfg gives no %s", c.Name, name)
	}
	s, err := strconv.Unquote(text)
	if err != nil {
		return "", fmt.Errorf("%s.cfg: %s is %s, want a string", c.Name, name, text)
	}
	return s, nil
}

// Encode returns the text of the .cfg file.
func (c *Config) Encode() []byte {
	var b bytes.Buffer
	for _, comment := range c.comments {
		if comment != "" {
			fmt.Fprintf(&b, "\\* %s\n", comment)
		}
	}
	fmt.Fprintf(&b, "SPECIFICATION %s\nCONSTANTS\n", c.Specification)
	for _, name := range c.names() {
		fmt.Fprintf(&b, "  %s = %s\n", name, c.Constants[name])
	}
	if len(c.Invariants) > 0 {
		fmt.Fprintf(&b, "INVARIANTS %s\n", strings.Join(c.Invariants, " "))
	}
	if len(c.Properties) > 0 {
		fmt.Fprintf(&b, "PROPERTIES %s\n", strings.Join(c.Properties, " "))
	}
	if c.Constraint != "" {
		fmt.Fprintf(&b, "ACTION_CONSTRAINT %s\n", c.Constraint)
	}
	if !c.Deadlock {
		b.WriteString("CHECK_DEADLOCK FALSE\n")
	}
	return b.Bytes()
}

// names returns the names of the constants: first those of the manifest, in its order, then
// the others, sorted.
func (c *Config) names() []string {
	var all []string
	for _, one := range c.order {
		if _, there := c.Constants[one.Name]; there {
			all = append(all, one.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Constants)) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
