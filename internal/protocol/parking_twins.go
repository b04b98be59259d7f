package protocol

// parkingAnnouncesLate announces itself after looking for a task. A Submit in between sees no idle worker.
type parkingAnnouncesLate struct{ *Parking }

func (p parkingAnnouncesLate) Work(w int) {
	me := &p.workers[w]
	for {
		closed := p.closed.Load()
		task := p.tasks.pop()
		switch {
		case task != nil:
			task()
		case closed:
			return
		default:
			me.idle.Store(true)
			me.parker.Park()
			me.idle.Store(false)
		}
	}
}

// parkingLooksOnce looks for a task and announces itself. Then it checks only whether the team is closed, and
// not for a task.
type parkingLooksOnce struct{ *Parking }

func (p parkingLooksOnce) Work(w int) {
	me := &p.workers[w]
	for {
		if task := p.tasks.pop(); task != nil {
			task()
			continue
		}
		me.idle.Store(true)
		if p.closed.Load() {
			return
		}
		me.parker.Park()
		me.idle.Store(false)
	}
}

// parkingClosedLate checks whether the team is closed after looking for a task. A task may have come in
// between.
type parkingClosedLate struct{ *Parking }

func (p parkingClosedLate) Work(w int) {
	me := &p.workers[w]
	for {
		me.idle.Store(true)
		task := p.tasks.pop()
		switch {
		case task != nil:
			p.leave(me)
			task()
		case p.closed.Load():
			return
		default:
			me.parker.Park()
		}
	}
}

// parkingKeepsWakeUp leaves without checking whether a Submit has chosen it. If that task needs another worker,
// the task must wait until this worker has run its own.
type parkingKeepsWakeUp struct{ *Parking }

func (p parkingKeepsWakeUp) Work(w int) {
	me := &p.workers[w]
	for {
		me.idle.Store(true)
		closed := p.closed.Load()
		task := p.tasks.pop()
		switch {
		case task != nil:
			me.idle.Store(false)
			task()
		case closed:
			return
		default:
			me.parker.Park()
		}
	}
}

// parkingClosesOne wakes only one worker when it closes.
type parkingClosesOne struct{ *Parking }

func (p parkingClosesOne) Close() {
	p.closed.Store(true)
	p.wakeOne()
}

// parkingWakesEarly wakes a worker before it adds the task.
type parkingWakesEarly struct{ *Parking }

func (p parkingWakesEarly) Submit(task func()) {
	p.wakeOne()
	p.tasks.push(task)
}
