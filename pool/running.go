package pool

// isolation stands for an isolated part of a task. A worker that waits in it runs only tasks of
// that part. Its address is its identity.
type isolation struct{ _ byte }

// position says which task a worker runs, and where in that task it is.
type position struct {
	task   *Task      // the running task; nil between tasks
	depth  int        // number of Joins and Scopes around the current call, over all tasks on the stack
	base   int        // the depth at which the running task began
	inside *isolation // the isolated part, or nil
	passed *failure   // of the child with whose value the task has last panicked, or nil

	contexts *taskContext // that the task has asked for, the newest first
}

// begin returns the position of a task that starts on top of another one.
func (p position) begin(t *Task) position {
	return position{task: t, depth: p.depth, base: p.depth, inside: t.inside}
}

// running is the position of a worker, and the scope at each depth of nesting. Only the worker
// uses it.
type running struct {
	position
	levels []*Task // for each depth, the closure of its Join or the latch of its Scope
}

// setLevel makes t the closure or latch of the current depth.
func (r *running) setLevel(t *Task) {
	if r.depth == len(r.levels) {
		r.levels = append(r.levels, nil)
	}
	r.levels[r.depth] = t
}

// scope returns the parent of the tasks that are forked now. Outside of a Join and a Scope,
// that is the running task. In a Scope it is the latch, and in the first function of a Join the
// closure of the second.
func (r *running) scope() *Task {
	if r.depth > r.base {
		return r.levels[r.depth-1]
	}
	return r.task
}
