package engine

import (
	"fmt"
	"reflect"
	"strconv"
)

// words describes what a case did without another thread, for people.
func (c *Channel) words(by Case, did Exchange) string {
	switch {
	case did.Closed:
		return "it is closed"
	case by.Sends:
		return fmt.Sprintf("sends %s%s", shown(by.Value), c.filled())
	case did.OK:
		return fmt.Sprintf("receives %s%s", shown(did.Value), c.filled())
	}
	return "receives nothing, since it is closed"
}

// withPartner describes a step of two threads.
func withPartner(mine, theirs Case, partner string) string {
	if mine.Sends {
		return fmt.Sprintf("sends %s, and %s receives it", shown(mine.Value), partner)
	}
	return fmt.Sprintf("receives %s, sent by %s", shown(theirs.Value), partner)
}

// filled says how much of the buffer is in use.
func (c *Channel) filled() string { return fmt.Sprintf(", buffer %d of %d", len(c.Holds), c.Capacity) }

// longestValue is how many characters of a value are shown.
const longestValue = 20

// shown returns a value as text. It calls no method of the value, since the program's methods may
// do steps.
func shown(v any) string {
	r := reflect.ValueOf(v)
	text := ""
	switch k := r.Kind(); {
	case k == reflect.Invalid:
		return "nil"
	case k == reflect.Bool:
		text = strconv.FormatBool(r.Bool())
	case r.CanInt():
		text = strconv.FormatInt(r.Int(), 10)
	case r.CanUint():
		text = strconv.FormatUint(r.Uint(), 10)
	case r.CanFloat():
		text = fmt.Sprint(r.Float())
	case k == reflect.String:
		text = fmt.Sprintf("%q", r.String())
	case k == reflect.Struct && r.NumField() == 0:
		return "{}"
	default:
		return "a " + r.Type().String()
	}
	if len(text) > longestValue {
		return text[:longestValue] + "..."
	}
	return text
}
