package engine

import "slices"

// outside is what the program has used that the scheduler does not control, by site.
var outside = map[uint32]string{}

// Outside records that the program comes to a call of something that the scheduler does not control,
// such as a file. It may be called at any time.
func Outside(site uint32, what string) {
	if e := active; e != nil && On() && outside[site] == "" {
		outside[site] = what
	}
}

// FromOutside returns what was recorded since the last call, as text, sorted.
func FromOutside() (lines []string) {
	for site, what := range outside {
		lines = append(lines, what+" at "+Where(site).Pos)
	}
	clear(outside)
	slices.Sort(lines)
	return slices.Compact(lines)
}
