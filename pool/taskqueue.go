package pool

import "slices"

// taskQueue holds tasks in their order, without limit.
type taskQueue struct {
	tasks []*Task
	gone  int // tasks[:gone] were removed
}

func (q *taskQueue) length() int { return len(q.tasks) - q.gone }

// at returns the n-th task from the oldest on.
func (q *taskQueue) at(n int) *Task { return q.tasks[q.gone+n] }

func (q *taskQueue) push(t *Task) { q.tasks = append(q.tasks, t) }

// remove removes and returns the n-th task. It moves the older or the newer elements, whichever
// are fewer. It shrinks the slice only when half of it is unused, so that it does not move the
// slice for one element.
func (q *taskQueue) remove(n int) *Task {
	t, at := q.at(n), q.gone+n
	if n > q.length()-n {
		q.tasks = slices.Delete(q.tasks, at, at+1)
	} else {
		copy(q.tasks[q.gone+1:at+1], q.tasks[q.gone:at])
		q.tasks[q.gone] = nil
		q.gone++
	}
	if 2*q.gone >= len(q.tasks) {
		q.tasks = slices.Delete(q.tasks, 0, q.gone)
		q.gone = 0
	}
	return t
}

// removeAll removes and returns all tasks.
func (q *taskQueue) removeAll() (all []*Task) {
	all = q.tasks[q.gone:]
	*q = taskQueue{}
	return all
}

// backQueue holds the tasks that workers have put back. A task that blocks may put back many. They
// are no submissions, so that a worker which takes only submissions looks at none of them.
type backQueue struct {
	taskQueue
	compactAt int // the number of tasks at which compact runs
}

func (q *backQueue) push(t *Task) {
	if q.length() >= q.compactAt {
		q.compact()
	}
	q.taskQueue.push(t)
}

// compact drops tasks that were started elsewhere. While all workers are busy, no worker would
// come to take these entries. It runs again when there are twice as many tasks as it leaves, so
// its cost for each of them is small.
func (q *backQueue) compact() {
	const fewest = 64
	q.tasks = slices.DeleteFunc(slices.Delete(q.tasks, 0, q.gone), func(t *Task) bool {
		return t.status.Load() != notStarted // a worker that took it could not claim it
	})
	q.gone, q.compactAt = 0, max(fewest, 2*len(q.tasks))
}

// reclaim removes and returns the oldest task for which may returns true, or nil.
func (q *backQueue) reclaim(may func(*Task) bool) *Task {
	for n := range q.length() {
		if may(q.at(n)) {
			return q.remove(n)
		}
	}
	return nil
}
