package examples

// This file has the specifications: plain Go types, for one goroutine.

// fifo is a queue.
type fifo struct {
	items []int
}

func newFIFO() *fifo { return &fifo{} }

func (f *fifo) Push(v int) { f.items = append(f.items, v) }

func (f *fifo) Pop() (int, bool) {
	if len(f.items) == 0 {
		return 0, false
	}
	v := f.items[0]
	f.items = f.items[1:]
	return v, true
}

// bounded is a queue with room for two values.
type bounded struct{ fifo }

func newRoomForTwo() *bounded { return &bounded{} }

func (f *bounded) Push(v int) bool {
	if len(f.items) == 2 {
		return false
	}
	f.items = append(f.items, v)
	return true
}

// impatient is a bounded queue that may refuse a call while another one is under way: any false is
// right. What it returns besides must be right.
type impatient struct{ bounded }

func newImpatient() *impatient { return &impatient{} }

func (f *impatient) Push(v int, ok bool) bool { return !ok || f.bounded.Push(v) }

func (f *impatient) Pop(v int, ok bool) bool {
	if !ok {
		return v == 0
	}
	first, has := f.bounded.Pop()
	return has && first == v
}

// free is the numbers in a pool. Any of them is right. None is always right, since another thread
// may hold one that it is about to put back.
type free map[int]bool

func newFree() free { return free{1: true, 2: true, 3: true} }

func (f free) Take(got int) bool {
	had := f[got]
	delete(f, got)
	return had || got == 0
}

func (f free) TakeSecond(got int) bool { return f.Take(got) }

// pair is two equal numbers.
type pair struct{ n int }

func newPair() *pair { return &pair{} }

func (p *pair) Set(n int)       { p.n = n }
func (p *pair) Get() (int, int) { return p.n, p.n }

// sum is a number.
type sum struct{ n int }

func newSum() *sum { return &sum{} }

func (s *sum) Add(d int) int { s.n += d; return s.n }
func (s *sum) Get() int      { return s.n }

// table is a map.
type table map[int]int

func newTable() table { return table{} }

func (t table) Get(k int) (int, bool) { v, ok := t[k]; return v, ok }
func (t table) Put(k, v int)          { t[k] = v }
func (t table) Delete(k int)          { delete(t, k) }

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

func (r *recent) Put(k, v int) {
	if _, has := r.Get(k); has {
		*r = (*r)[1:]
	}
	*r = append(recent{{k, v}}, *r...)
	if len(*r) > 2 {
		*r = (*r)[:2]
	}
}

// flights says what a group promises: no two runs at a time.
type flights struct{}

func newFlights() flights { return flights{} }

func (flights) Do() bool { return true }
func (flights) Forget()  {}

// box holds a value, or none. Put and Take wait.
type box struct{ value, has int }

func newBox() *box { return &box{} }

func (b *box) Put(v int)       { b.value, b.has = v, 1 }
func (b *box) CanPut(int) bool { return b.has == 0 }
func (b *box) Take() int       { b.has = 0; return b.value }
func (b *box) CanTake() bool   { return b.has == 1 }

// permit can be taken once.
type permit struct{ taken bool }

func newPermit() *permit { return &permit{} }

func (p *permit) Acquire()         { p.taken = true }
func (p *permit) CanAcquire() bool { return !p.taken }

func (p *permit) Release() {
	if !p.taken {
		panic("nobody has the permit")
	}
	p.taken = false
}

// connections is a pool that leaks nothing.
type connections struct{ closed bool }

func newConnections() *connections { return &connections{} }

func (c *connections) Use() bool   { return !c.closed }
func (c *connections) Close()      { c.closed = true }
func (c *connections) Leaks() bool { return false }

// set is a set of numbers.
type set map[int]bool

func newModelSet() set { return set{} }

func (s set) Add(k int) bool    { had := s[k]; s[k] = true; return !had }
func (s set) Remove(k int) bool { had := s[k]; delete(s, k); return had }
func (s set) Has(k int) bool    { return s[k] }

// ends is a deque with room for two values: the owner works at its end, thieves at its beginning.
type ends struct{ bounded }

func newEnds() *ends { return &ends{} }

func (e *ends) Steal() (int, bool) { return e.bounded.Pop() }

func (e *ends) Pop() (int, bool) {
	n := len(e.items)
	if n == 0 {
		return 0, false
	}
	v := e.items[n-1]
	e.items = e.items[:n-1]
	return v, true
}
