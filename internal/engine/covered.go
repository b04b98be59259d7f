package engine

// covered has, by number, the sites that the searches of this process have come to.
var covered []bool

// Covered reports whether a search has come to a site: in a step or a plain access, while there were
// several threads.
func Covered(id uint32) bool { return int(id) < len(covered) && covered[id] }

// cover is called at the end of a search.
func (o *observers) cover() {
	if len(covered) < len(o.hits) {
		covered = append(covered, make([]bool, len(o.hits)-len(covered))...)
	}
	for id, hits := range o.hits {
		if hits > 0 {
			covered[id] = true
		}
	}
}
