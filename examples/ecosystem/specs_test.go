package ecosystem

// This file has the specifications: plain Go types, for one goroutine.

// table is a map.
type table map[int]int

func newTable() table { return table{} }

func (t table) Get(k int) (int, bool)  { v, ok := t[k]; return v, ok }
func (t table) Has(k int) bool         { _, ok := t[k]; return ok }
func (t table) Put(k, v int)           { t[k] = v }
func (t table) Delete(k int)           { delete(t, k) }
func (t table) Len() int               { return len(t) }
func (t table) Clear()                 { clear(t) }
func (t table) Remove(k int) bool      { had := t.Has(k); delete(t, k); return had }
func (t table) Take(k int) (int, bool) { v, ok := t[k]; delete(t, k); return v, ok }
func (t table) Insert(k, v int) bool   { return !t.swap(k, v, true) }
func (t table) Swap(k, v int) (int, bool) {
	old, ok := t[k]
	t[k] = v
	return old, ok
}

func (t table) GetOrPut(k, v int) (int, bool) {
	if old, ok := t[k]; ok {
		return old, true
	}
	t[k] = v
	return v, false
}

// Change sets a new value if the value is as given.
func (t table) Change(k, from, to int) bool {
	if v, ok := t[k]; !ok || v != from {
		return false
	}
	t[k] = to
	return true
}

// Replace sets a value if there was one, and returns it.
func (t table) Replace(k, v int) (int, bool) {
	old, ok := t[k]
	if ok {
		t[k] = v
	}
	return old, ok
}

// Add adds to a value, which is 0 at first.
func (t table) Add(k, d int) int { t[k] += d; return t[k] }

func (t table) swap(k, v int, keep bool) bool {
	_, had := t[k]
	if !had || !keep {
		t[k] = v
	}
	return had
}

// fifo is a queue.
type fifo struct{ items []int }

func newFIFO() *fifo { return &fifo{} }

func (f *fifo) Push(v int) { f.items = append(f.items, v) }
func (f *fifo) Len() int   { return len(f.items) }

func (f *fifo) Pop() (int, bool) {
	if len(f.items) == 0 {
		return 0, false
	}
	v := f.items[0]
	f.items = f.items[1:]
	return v, true
}

// waiting is a queue whose Take waits.
type waiting struct{ fifo }

func newWaiting() *waiting { return &waiting{} }

func (f *waiting) Take() int     { v, _ := f.Pop(); return v }
func (f *waiting) CanTake() bool { return len(f.items) > 0 }

// roomForTwo is a queue with room for two values.
type roomForTwo struct{ fifo }

func newRoomForTwo() *roomForTwo { return &roomForTwo{} }

func (f *roomForTwo) Push(v int) bool {
	if len(f.items) == 2 {
		return false
	}
	f.items = append(f.items, v)
	return true
}

// impatient is a bounded queue that may refuse a call while another one is under way.
type impatient struct{ roomForTwo }

func newImpatient() *impatient { return &impatient{} }

func (f *impatient) Push(v int, ok bool) bool { return !ok || f.roomForTwo.Push(v) }

func (f *impatient) Pop(v int, ok bool) bool {
	if !ok {
		return v == 0
	}
	first, has := f.roomForTwo.Pop()
	return has && first == v
}

// permits is a semaphore with two permits.
type permits struct{ taken int }

func newPermits() *permits { return &permits{} }

func (p *permits) Acquire()         { p.taken++ }
func (p *permits) CanAcquire() bool { return p.taken < 2 }

func (p *permits) TryAcquire() bool {
	if p.taken == 2 {
		return false
	}
	p.taken++
	return true
}

func (p *permits) Release() {
	if p.taken == 0 {
		panic("no permit is taken")
	}
	p.taken--
}

// recent is a map of at most two entries: those that were used last. The first is the most recent.
type recent [][2]int

func newRecent() *recent { return &recent{} }

func (r *recent) Get(k int) (int, bool) {
	for i, e := range *r {
		if e[0] == k {
			rest := append((*r)[:i:i], (*r)[i+1:]...)
			*r = append(recent{e}, rest...)
			return e[1], true
		}
	}
	return 0, false
}

func (r *recent) Put(k, v int) bool {
	if _, has := r.Get(k); has {
		*r = (*r)[1:]
	}
	*r = append(recent{{k, v}}, *r...)
	if len(*r) > 2 {
		*r = (*r)[:2]
		return true
	}
	return false
}

func (r *recent) Remove(k int) bool {
	_, has := r.Get(k)
	if has {
		*r = (*r)[1:]
	}
	return has
}

func (r *recent) Len() int { return len(*r) }

// word is a string.
type word struct{ s string }

func newWord() *word { return &word{} }

func (w *word) Load() string   { return w.s }
func (w *word) Store(s string) { w.s = s }

func (w *word) CompareAndSwap(old, new string) bool {
	if w.s != old {
		return false
	}
	w.s = new
	return true
}

// waitingForRoom is a queue whose Push waits too, while it has two values.
type waitingForRoom struct{ waiting }

func newWaitingForRoom() *waitingForRoom { return &waitingForRoom{} }

func (f *waitingForRoom) CanPush(int) bool { return len(f.items) < 2 }

// ranks is a priority queue of different numbers, the smallest first. Take waits for one.
type ranks struct{ has [8]bool }

func newRanks() *ranks { return &ranks{} }

func (r *ranks) Push(n int)    { r.has[n] = true }
func (r *ranks) CanTake() bool { return r.Len() > 0 }

func (r *ranks) Take() int {
	for n, has := range r.has {
		if has {
			r.has[n] = false
			return n
		}
	}
	return 0
}

func (r *ranks) Len() (n int) {
	for _, has := range r.has {
		if has {
			n++
		}
	}
	return n
}
