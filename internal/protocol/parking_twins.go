package protocol

// parkingAnnouncesLate announces itself after the look for a task: a Submit in
// between sees nobody to wake.
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

// parkingLooksOnce looks for a task, announces itself, and then looks again only
// whether the team is closed.
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

// parkingClosedLate asks whether the team is closed after the look for a task: one
// may have come in between.
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

// parkingKeepsWakeUp leaves without a look at whether a Submit has chosen it: if
// that one needs another worker, it has to wait until this one has run its task.
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

// parkingWakesEarly wakes a worker before the task is there for it.
type parkingWakesEarly struct{ *Parking }

func (p parkingWakesEarly) Submit(task func()) {
	p.wakeOne()
	p.tasks.push(task)
}
