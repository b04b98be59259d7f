package protocol

import "sync"

// All returns a program for each protocol, and programs that show the faults of the twins.
func All() []Program {
	var all []Program
	for _, of := range [][]Program{parkings(), waitLists(), queues(), locks(), barriers(), others()} {
		all = append(all, of...)
	}
	return all
}

func parkings() []Program {
	sound := func(p *Parking) parking { return p }
	return []Program{
		{"parking-closes", true, 2, parkingCloses(sound)},
		{"parking-waits", true, 2, parkingWaits(sound)},
		{"parking-meets", true, 1, parkingMeets(sound)},
		{"parking-waits/announces-late", false, 1, parkingWaits(func(p *Parking) parking { return parkingAnnouncesLate{p} })},
		{"parking-waits/looks-once", false, 1, parkingWaits(func(p *Parking) parking { return parkingLooksOnce{p} })},
		{"parking-waits/wakes-early", false, 1, parkingWaits(func(p *Parking) parking { return parkingWakesEarly{p} })},
		{"parking-closes/closed-late", false, 1, parkingCloses(func(p *Parking) parking { return parkingClosedLate{p} })},
		{"parking-closes/closes-one", false, 1, parkingCloses(func(p *Parking) parking { return parkingClosesOne{p} })},
		{"parking-meets/keeps-wake-up", false, 1, parkingMeets(func(p *Parking) parking { return parkingKeepsWakeUp{p} })},
	}
}

func waitLists() []Program {
	return []Program{
		{"wait-list", true, 2, waitListPasses(func(l *WaitList) waitList { return l })},
		{"wait-list/enters-late", false, 1, waitListPasses(func(l *WaitList) waitList { return waitListEntersLate{l} })},
		{"wait-list/keeps-wake-up", false, 1, waitListPasses(func(l *WaitList) waitList { return waitListKeepsWakeUp{l} })},
		{"wait-list/stays", false, 1, waitListPasses(func(l *WaitList) waitList { return waitListStays{l} })},
	}
}

func queues() []Program {
	return []Program{
		{"queue", true, 2, queueDrains(func(q *Queue) queue { return q })},
		{"queue/waits-once", false, 2, queueDrains(func(q *Queue) queue { return queueWaitsOnce{q} })},
		{"queue/closes-one", false, 1, queueDrains(func(q *Queue) queue { return queueClosesOne{q} })},
		{"queue/wakes-wrong", false, 2, queueDrains(func(q *Queue) queue { return queueWakesWrong{q} })},
		{"queue/one-cond", false, 2, queueDrains(func(q *Queue) queue { return queueOneCond(q) })},
	}
}

func locks() []Program {
	return []Program{
		{"spin-lock", true, 2, lockCounts(2, func() sync.Locker { return &SpinLock{} })},
		{"spin-lock-of-3", true, 1, lockCounts(3, func() sync.Locker { return &SpinLock{} })},
		{"spin-lock/tests-then-sets", false, 1, lockCounts(2, func() sync.Locker { return &spinLockTestsThenSets{} })},
		{"spin-lock/plain-unlock", false, 1, lockCounts(2, func() sync.Locker { return &spinLockPlainUnlock{} })},
		{"ticket-lock", true, 2, lockCounts(2, func() sync.Locker { return &TicketLock{} })},
		{"ticket-lock-of-3", true, 1, lockCounts(3, func() sync.Locker { return &TicketLock{} })},
		{"ticket-lock/two-steps", false, 1, lockCounts(2, func() sync.Locker { return &ticketLockTwoSteps{} })},
		{"ticket-lock/plain-next", false, 1, lockCounts(2, func() sync.Locker { return &ticketLockPlainNext{} })},
	}
}

func barriers() []Program {
	return []Program{
		{"barrier", true, 2, barrierMeets(2, func(n int) barrier { return NewBarrier(n) })},
		{"barrier-of-3", true, 2, barrierMeets(3, func(n int) barrier { return NewBarrier(n) })},
		{"barrier/no-generation", false, 2, barrierMeets(2, func(n int) barrier { return barrierNoGeneration{NewBarrier(n)} })},
		{"barrier/wakes-one", false, 1, barrierMeets(3, func(n int) barrier { return barrierWakesOne{NewBarrier(n)} })},
		{"spin-barrier", true, 2, barrierMeets(2, func(n int) barrier { return NewSpinBarrier(n) })},
		{"spin-barrier-of-3", true, 2, barrierMeets(3, func(n int) barrier { return NewSpinBarrier(n) })},
		{"spin-barrier/reads-late", false, 1, barrierMeets(2, func(n int) barrier { return &spinBarrierReadsLate{NewSpinBarrier(n)} })},
		{"spin-barrier/counts-late", false, 2, barrierMeets(2, func(n int) barrier { return &spinBarrierCountsLate{NewSpinBarrier(n)} })},
	}
}

func others() []Program {
	return []Program{
		{"accounts", true, 2, accountsSwap(func() mover { return &Accounts{} })},
		{"accounts/unordered", false, 1, accountsSwap(func() mover { return &accountsUnordered{} })},
		{"directory", true, 2, directorySums(func() directory { return &Directory{} })},
		{"directory/recursive", false, 1, directorySums(func() directory { return &directoryRecursive{} })},
		{"directory/torn", false, 1, directorySums(func() directory { return &directoryTorn{} })},
	}
}
