package console

import (
	"fmt"
	"time"
)

// Count formats a number with commas, such as 20,000.
func Count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural formats a number of things whose name takes an s.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}

// Seconds formats a duration in seconds, with one digit after the point.
func Seconds(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }
