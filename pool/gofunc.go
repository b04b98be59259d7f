package pool

// goFunc is the task of a function that was given to [Pool.Go]. Each worker has one and reuses
// it, because only an idle worker takes such a function.
type goFunc struct {
	Task
	f func(*Worker)
}

// with makes l the task of f, running on the worker of that number.
func (l *goFunc) with(number uint32, f func(*Worker)) *Task {
	l.f = f
	if l.root == nil {
		l.root = &l.Task
		l.status.Store(number + 1)
	}
	return &l.Task
}
