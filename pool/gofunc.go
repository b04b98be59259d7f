package pool

// loose is the task of a function of Go. A worker has one, since such a task begins
// on an idle worker only; it is used again and again.
type goFunc struct {
	Task
	f func(*Worker)
}

// with makes it the task of f, and claims it for the worker of that number.
func (l *goFunc) with(number uint32, f func(*Worker)) *Task {
	l.f = f
	if l.root == nil {
		l.root = &l.Task
		l.status.Store(number + 1)
	}
	return &l.Task
}
