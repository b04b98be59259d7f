package tla

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Constants are the constants of a configuration, in the order of the manifest.
type Constants []Constant

// A Constant has its value in the form of TLC's .cfg files: 3, "NoStamp" or TRUE.
type Constant struct{ Name, Value string }

// Map returns the values by name.
func (c Constants) Map() map[string]string {
	values := map[string]string{}
	for _, one := range c {
		values[one.Name] = one.Value
	}
	return values
}

// UnmarshalJSON reads an object whose values are whole numbers, strings and booleans. It
// refuses a name that occurs twice.
func (c *Constants) UnmarshalJSON(text []byte) error {
	fields, err := members(text)
	if err != nil {
		return err
	}
	*c = nil
	seen := map[string]bool{}
	for _, f := range fields {
		if seen[f.key] {
			return fmt.Errorf("constant %s occurs twice", f.key)
		}
		seen[f.key] = true
		value := string(f.value)
		switch value {
		case "true":
			value = "TRUE"
		case "false":
			value = "FALSE"
		default:
			if _, err := strconv.Atoi(value); err != nil && value[0] != '"' {
				return fmt.Errorf("constant %s is %s; want a whole number, a string or a boolean", f.key, value)
			}
		}
		*c = append(*c, Constant{f.key, value})
	}
	return nil
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (c Constants) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, one := range c {
		if i > 0 {
			b.WriteByte(',')
		}
		value := one.Value
		switch value {
		case "TRUE":
			value = "true"
		case "FALSE":
			value = "false"
		}
		fmt.Fprintf(&b, "%s:%s", quote(one.Name), value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// A member is a field of an object, or an element of an array, which has no key.
type member struct {
	key   string
	value json.RawMessage
}

// members returns the members of an object or of an array, in their order.
func members(text []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	start, err := d.Token()
	if err != nil {
		return nil, err
	}
	if start != json.Delim('{') && start != json.Delim('[') {
		return nil, errors.New("want an object or an array")
	}
	var all []member
	for d.More() {
		var m member
		if start == json.Delim('{') {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			m.key = key.(string) // the decoder accepts only a string here
		}
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}
