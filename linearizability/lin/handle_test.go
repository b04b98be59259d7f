package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// jobs is a queue whose items are acknowledged by their tickets.
type jobs struct {
	fault string
	mu    sync.Mutex
	free  []int
	out   map[int]bool
}

func newJobs(fault string) func() *jobs {
	return func() *jobs { return &jobs{fault: fault, free: []int{1, 2}, out: map[int]bool{}} }
}

func (j *jobs) Take() (int, bool) {
	j.mu.Lock()
	if len(j.free) == 0 {
		j.mu.Unlock()
		return 0, false
	}
	n := j.free[0]
	if j.fault == "twice" {
		j.mu.Unlock()
		j.mu.Lock()
	}
	defer j.mu.Unlock()
	if len(j.free) > 0 {
		j.free = j.free[1:]
	}
	j.out[n] = true
	return n, true
}

func (j *jobs) Ack(ticket int) bool {
	j.mu.Lock()
	had := j.out[ticket]
	if j.fault == "acks another" {
		j.mu.Unlock()
		j.mu.Lock()
		clear(j.out)
	}
	defer j.mu.Unlock()
	delete(j.out, ticket)
	return had
}

type jobsSpec struct{ out [3]bool }

func (s *jobsSpec) Take(n int, ok bool) bool {
	if !ok {
		return true
	}
	was := s.out[n]
	s.out[n] = true
	return !was
}

func (s *jobsSpec) Ack(n int) bool {
	if n == 0 {
		panic("no ticket")
	}
	was := s.out[n]
	s.out[n] = false
	return was
}

var jobOps = []Option{Op("Take", (*jobs).Take), Op("Ack", (*jobs).Ack, ResultOf("Take"))}

// An argument is the result of an earlier call.
func TestResultOf_Values(t *testing.T) {
	spec := func() *jobsSpec { return &jobsSpec{} }
	twins(t, newJobs, spec, []wrong{
		{"twice", "linearizable", "Take() returned 1, true"},
		{"acks another", "linearizable", "Ack(1) returned false after Take() (1, true) had returned."},
	}, jobOps...)
	v, _ := searched(t, newJobs(""), spec, append(jobOps, Scenario("Take Take ; Ack(Take#1) | Ack(take#2) Take Ack(Take#3); Take"))...)
	require.Nil(t, v.Failure)
	require.Equal(t, sched.Exhausted, v.Every.Ending)
	v, _ = searched(t, newJobs("acks another"), spec, append(jobOps, Scenario("Take ; Ack(Take#1) | Take Ack(Take#2);"))...)
	require.NotNil(t, v.Failure)
	require.Equal(t, "Take() ; Ack(Take#1) | Take() Ack(Take#2) ;", v.Failure.Scenario)
	require.Regexp(t, `Ack\(\d\) returned false`, v.Failure.Says)
	for _, fault := range []string{"", "acks another"} {
		c := Check(&tb{name: t.Name()}, newJobs(fault), spec, append(jobOps, Rounds(20))...)
		require.Positive(t, c.Cores.Scenarios)
		require.True(t, fault != "" || c.Failure == nil, "%v", c.Failure)
	}
}

// links is a links of nodes.
type links struct {
	fault string
	mu    sync.Mutex
	len   atomic.Int32
	first *link
}

type link struct{ prev, next *link }

func newLinks(fault string) func() *links {
	return func() *links {
		n := &link{}
		n.prev, n.next = n, n
		return &links{fault: fault, first: n}
	}
}

func (r *links) Add() *link {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := &link{r.first, r.first.next}
	if r.len.Add(1) == 2 && r.fault == "same" {
		return r.first.next
	}
	*access.W(0, &n.prev.next) = n
	*access.W(0, &n.next.prev) = n
	return n
}

func (r *links) Remove(n *link) {
	if r.fault != "no lock" {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	prev, next := *access.R(0, &n.prev), *access.R(0, &n.next)
	*access.W(0, &prev.next) = next
	*access.W(0, &next.prev) = prev
	r.len.Add(-1)
}

func (r *links) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for at := r.first.next; at != r.first; at = at.next {
		n++
	}
	return n
}

// nodes has the numbers of the nodes.
type nodes map[int]bool

func (s nodes) Add(n int) bool {
	was := s[n]
	s[n] = true
	return n > 0 && !was
}

func (s nodes) Remove(n int) {
	if !s[n] {
		panic("not there")
	}
	delete(s, n)
}

func (s nodes) Len() int { return len(s) }

// A handle that is a pointer into the structure is a number for the specification.
func TestResultOf_Handles(t *testing.T) {
	ops := []Option{Op("Add", (*links).Add), Op("Remove", (*links).Remove, ResultOf("Add")), Op("Len", (*links).Len)}
	spec := func() nodes { return nodes{} }
	twins(t, newLinks, spec, []wrong{{"same", "linearizable", "Add() returned 1"}, {"no lock", sched.RuleRace, "plain read of"}}, ops...)
	c := Check(&tb{name: t.Name()}, newLinks(""), spec, append(ops, Rounds(5))...)
	require.Nil(t, c.Failure, "%v", c.Failure)
	require.Positive(t, c.Cores.Scenarios)
}

// The numbers of the results are those of the preparation, then those of the thread.
func TestResultOf_Parses(t *testing.T) {
	k, err := newChecker(&tb{}, newJobs(""), func() *jobsSpec { return &jobsSpec{} }, configOf(jobOps...))
	require.NoError(t, err)
	for text, fits := range map[string]bool{
		"Take ; Ack(Take#1) | Take Ack(Take#2) ;": true,
		"; Take Ack(Take#1) | Take Ack(Take#1) ;": true,
		"; Take | Take ; Ack(Take#2)":             true,
		"; Take | Ack(Take#1) ;":                  false,
		"; Ack(Take#1) Take | Take ;":             false,
		"; Take | Take ; Ack(Take#3)":             false,
		"; Ack(1) | Take ;":                       true,
	} {
		s, _, err := k.m.parse(text)
		require.NoError(t, err, text)
		require.Equal(t, fits, k.m.legal(s), text)
	}
	shapes := map[string]int{}
	for _, l := range k.levels {
		for _, s := range l.all {
			again, _, err := k.m.parse(s.String())
			require.NoError(t, err)
			require.Equal(t, s.Of, again.Of)
			shapes[l.name]++
		}
	}
	require.Len(t, shapes, 8)
}

type oneSided struct{}

func (oneSided) Add(int) bool { return true }
func (oneSided) Remove(*link) {}

func TestResultOf_Refuses(t *testing.T) {
	refused := func(options ...Option) string {
		_, err := newChecker(&tb{}, newLinks(""), func() oneSided { return oneSided{} }, configOf(options...))
		require.Error(t, err)
		return err.Error()
	}
	remove := func(from string) Option { return Op("Remove", (*links).Remove, ResultOf(from)) }
	require.Equal(t, "parameter 1 of Remove is the ResultOf Ad, and there is no such operation", refused(Op("Add", (*links).Add), remove("Ad")))
	require.Equal(t, "parameter 1 of Remove is a *lin.link, and Len has no such result", refused(Op("Len", (*links).Len), remove("Len")))
	require.Equal(t, "the specification's methods Add and Remove must both have an int in the place of the handle, or both its type", refused(Op("Add", (*links).Add), remove("Add")))
	require.Equal(t, "Remove has 1 parameters, but Args for 2", refused(Op("Add", (*links).Add), Op("Remove", (*links).Remove, ResultOf("Add"), Args(1))))
}

// tokenSpec is a lock that only its holder gives back.
type tokenSpec struct{ held bool }

func (l *tokenSpec) TryLock() bool { was := l.held; l.held = true; return !was }

func (l *tokenSpec) Unlock(bool) bool { l.held = false; return true }

// A result that is only false is no token: the call that would give the lock back is left out.
func TestResultOf_FalseIsNoToken(t *testing.T) {
	lock := func() *trylock { return &trylock{} }
	try := map[bool]func(*trylock) bool{false: (*trylock).TryLock, true: func(l *trylock) bool {
		free := !l.held.Load()
		l.held.Store(true)
		return free
	}}
	for broken, tryLock := range try {
		v, _ := searched(t, lock, func() *tokenSpec { return &tokenSpec{} }, Op("TryLock", tryLock),
			Op("Unlock", func(l *trylock, token bool) bool { l.held.Store(false); return token || broken }, ResultOf("TryLock")))
		require.Equal(t, broken, v.Failure != nil, "%v", v.Failure)
		require.True(t, broken || v.Every.Ending == sched.Exhausted)
	}
}
