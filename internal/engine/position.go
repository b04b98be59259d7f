package engine

// position is where a thread stands in the source. Each is a site, or 0.
type position struct {
	next  uint32 // of its next step
	label uint32 // of the last labelled line that it has passed
}

// begins forgets the label of an earlier execution.
func (p *position) begins() { p.label = 0 }

// stands says that the thread stands before the step of a site.
func (p *position) stands(site uint32) { p.next = site }

// passes says that it is inside a call on a labelled line.
func (p *position) passes(label uint32) { p.label = label }

func (p *position) site() uint32   { return p.next }
func (p *position) inside() uint32 { return p.label }
