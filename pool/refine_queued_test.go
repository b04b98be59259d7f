package pool

import (
	"sync"

	"github.com/stealproof/stealproof/wsq"
)

// queued is a deque with a lock and nothing else.
type queued struct {
	mu    sync.Mutex
	tasks []*Task
	n     int
	plan  func(dst []*Task) *robbery // the plan of a thief, or nil
}

// robbery is the plan of a thief. It says whether the thief steals a batch, and after each task
// of the batch whether it goes on, like More in the machine of Join.
type robbery struct {
	batch bool
	more  []int
}

func (d *queued) Push(t *Task) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tasks = append(d.tasks, t)
	d.n++
	return true
}

func (d *queued) Pop() (*Task, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.n == 0 {
		return nil, false
	}
	d.n--
	t := d.tasks[d.n]
	d.tasks = d.tasks[:d.n]
	return t, true
}

func (d *queued) Steal() (*Task, wsq.StealResult) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.n == 0 {
		return nil, wsq.Empty
	}
	d.n--
	t := d.tasks[0]
	d.tasks = d.tasks[1:]
	return t, wsq.Stolen
}

// StealBatch steals one by one. Without a plan it steals a batch of one.
func (d *queued) StealBatch(dst []*Task) (n int, r wsq.StealResult) {
	p := &robbery{batch: true}
	if d.plan != nil {
		p = d.plan(dst)
	}
	for goesOn := p.batch; goesOn && n < len(dst); n++ {
		goesOn = false
		if len(p.more) > 0 {
			goesOn, p.more = p.more[0] == 1, p.more[1:]
		}
		if dst[n], r = d.Steal(); r != wsq.Stolen {
			break
		}
	}
	if n == 0 {
		return 0, wsq.Empty
	}
	return n, wsq.Stolen
}
