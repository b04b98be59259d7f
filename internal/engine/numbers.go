package engine

// searches counts the searches of each test.
var searches = map[string]int{}

// NextSearch returns the number of a test's next search, from 1. A token has it.
func NextSearch(test string) int {
	searches[test]++
	return searches[test]
}
