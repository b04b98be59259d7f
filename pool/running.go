package pool

// isolation is a part of a task in which a worker that waits runs tasks of that part
// only. Its address is its identity.
type isolation struct{ _ byte }

// position is what a worker runs, and where in it it is.
type position struct {
	task   *Task      // that runs; nil between tasks
	depth  int        // of nesting of Joins and Scopes
	base   int        // where the running task begins
	inside *isolation // that it is in
}

// begin is the position of a task that begins on top of another one.
func (p position) begin(t *Task) position {
	return position{task: t, depth: p.depth, base: p.depth, inside: t.inside}
}

// running is the position of a worker, and for each depth of nesting the task whose children
// are forked one deeper. The worker alone uses it.
type running struct {
	position
	levels []*Task // what is forked at each depth of nesting, see join.go
}

// half makes t what is forked at this depth.
func (r *running) setLevel(t *Task) {
	if r.depth == len(r.levels) {
		r.levels = append(r.levels, nil)
	}
	r.levels[r.depth] = t
}

// scope is whose children are forked now: those of the running task, or of the other half
// of the Join, or of the Scope, that it is in.
func (r *running) scope() *Task {
	if r.depth > r.base {
		return r.levels[r.depth-1]
	}
	return r.task
}
