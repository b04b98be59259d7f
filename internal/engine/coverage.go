package engine

import "strings"

// coverage is what a search has come to, in all its executions. Each list is by site.
type coverage struct {
	hits  []int // steps, plain accesses and labelled calls, while there were several threads
	cases cases
	given given // nil if there was none
}

// newCoverage returns the coverage of a search that has not begun, of a program with so many sites.
func newCoverage(sites int) coverage {
	return coverage{hits: make([]int, sites), cases: make(cases, sites)}
}

// hit counts a step, a plain access or a labelled call.
func (c *coverage) hit(site uint32) {
	if int(site) < len(c.hits) {
		c.hits[site]++
	}
}

// gives notes a call that gave memory to code that was not rewritten. Code that was registered after the search began
// has no place in the lists.
func (c *coverage) gives(site uint32) {
	if int(site) >= len(c.hits) {
		return
	}
	if c.given == nil {
		c.given = make(given, len(c.hits))
	}
	c.given[site] = true
}

// passes notes the cases of a select after which a thread goes on, see cases.
func (c *coverage) passes(all []Case, hasDefault bool, site uint32, took int) {
	c.cases.passes(all, hasDefault, site, took)
}

// places returns the cases that were taken, and those that were only met.
func (c *coverage) places() (taken, untaken []string) { return c.cases.places() }

// gifts returns the calls that gave memory away.
func (c *coverage) gifts() []string { return c.given.names() }

// labels returns how many steps had each label. It is called at the end of a search.
func (c *coverage) labels() map[string]int {
	c.cover()
	n := map[string]int{}
	for id, hits := range c.hits {
		if label := sites[id].Label; hits > 0 && label != "" && !strings.HasPrefix(label, "-") {
			n[label] += hits
		}
	}
	return n
}

// cover adds the sites to those of the process.
func (c *coverage) cover() {
	if len(covered) < len(c.hits) {
		covered = append(covered, make([]bool, len(c.hits)-len(covered))...)
	}
	for id, hits := range c.hits {
		if hits > 0 {
			covered[id] = true
		}
	}
}

// covered has, by number, the sites that the searches of this process have come to.
var covered []bool

// Covered reports whether a search has come to a site: in a step or a plain access, while there were
// several threads.
func Covered(id uint32) bool { return int(id) < len(covered) && covered[id] }
