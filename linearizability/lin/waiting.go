package lin

import "strings"

// waiting returns the stacks of those goroutines that are in a call of an operation, up to the call.
func waiting(stacks string) string {
	var in []string
	for _, stack := range strings.Split(stacks, "\n\n") {
		own, _, made := strings.Cut(stack, "\nreflect.Value.call(")
		if made && strings.Contains(stack, "/lin.(*team).calls(") {
			in = append(in, own)
		}
	}
	if len(in) == 0 {
		return stacks
	}
	return strings.Join(in, "\n\n")
}
