package report

import "fmt"

// ParsePart parses "i/n", the i-th part of n, from 1. It returns an error for any other text.
func ParsePart(text string) (part, parts int, err error) {
	_, err = fmt.Sscanf(text, "%d/%d", &part, &parts)
	if err != nil || part < 1 || part > parts || text != fmt.Sprintf("%d/%d", part, parts) {
		return 0, 0, fmt.Errorf("%q; want i/n with i from 1 to n", text)
	}
	return part, parts, nil
}
