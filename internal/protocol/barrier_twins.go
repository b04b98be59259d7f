package protocol

// barrierNoGeneration uses the count to see that all threads have arrived. But the first thread of the next
// round may have counted itself by then.
type barrierNoGeneration struct{ *Barrier }

func (b barrierNoGeneration) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last() {
		b.all.Broadcast()
		return
	}
	for b.arrived != 0 {
		b.all.Wait()
	}
}

// barrierWakesOne wakes only one of the blocked threads.
type barrierWakesOne struct{ *Barrier }

func (b barrierWakesOne) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	generation := b.generation
	if b.last() {
		b.generation++
		b.all.Signal()
		return
	}
	for b.generation == generation {
		b.all.Wait()
	}
}
