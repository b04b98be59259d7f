package refine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/machine"
	"github.com/stealproof/stealproof/model/sched"
)

// A Shadow follows code by a [Protocol]. It is [Follower] for code that does not say
// all: which of several ways a machine's thread goes may show later only. So it keeps
// all states that the machine may be in after what was seen. Each access keeps those
// from which the machine does that, and if there are none, the code does not refine
// the machine.
type Shadow struct {
	// Executions, Accesses and Steps count what was followed: executions to their end,
	// accesses that were compared, and those of them that are steps of the machine.
	Executions, Accesses, Steps int
	// Most is the largest number of states that the machine may have been in.
	Most int
	// Taken has the steps of each action, Ignored the accesses that were not compared, by
	// reason, and Left the executions that were not followed to their end, by reason.
	Taken, Ignored, Left map[string]int

	p       Protocol
	w       machine.Walker
	names   []string // of actions
	actions map[string]int
	taken   []int
	silent  []bool         // by action
	words   map[string]int // by name
	inits   any            // the machine's initial state

	rules   [][]*rules   // by thread of the machine, and site
	threads []threadInfo // of the code, by number
	objects []*object    // by number, nil if it is none of the module's
	bound   []*object    // those that are a word's
	places  []*object    // by word, an object that tells of it
	states  []state      // that the machine may be in
	spare   []state
	now     *model.Access
	left    bool // the execution is not followed any more
	tried   tried
	other   *object // that does not agree, where the machine would have another value
	would   uint64
}

// state is one that the machine may be in, with what its threads have done of regions.
type state struct {
	mark any
	open [maxThreads]opened
}

const maxThreads = 12

// opened is what a thread has done of the region that it is in.
type opened struct {
	stepped bool
	changed uint32 // of the places that are known when written only
}

// object is one of the code that the module knows.
type object struct {
	number  int32
	word    int // of the machine, -1 if it is none
	values  Values
	lock    *object // under which it is used
	only    bool
	bit     uint32
	known   bool // its value is
	value   uint64
	parker  bool
	ignored string // why it is of no interest

	// Of a lock.
	isLock  bool
	holder  int // thread of the code, -1 if it is free
	region  *rule
	written uint32 // places written since it was taken
	wrote   bool
}

type threadInfo struct {
	known   bool
	machine int     // -1 if it is none of the machine's
	role    string  // in the protocol
	inside  *object // the lock of the region that it is in
}

type rule struct {
	*Rule
	do []int
}

// looks reports whether an access may leave the machine where it is.
func (r *rule) looks(a *model.Access) bool { return r.Looks != nil && r.Looks(a.Read) }

// rules are those for a place in the code, in the name of one of the machine's threads.
type rules struct {
	place  uint32
	next   *rules // of another place that has the same site
	all    []*rule
	region *rule  // the one of them that is of a region
	own    bool   // the label is one of the module
	aside  string // why it is no step nevertheless
}

// strange are the rules of threads that the machine does not have.
var strange rules

// tried is how far the best attempt to explain an access has come, for people.
type tried struct {
	mark   any
	thread int
	why    string
	rank   int // what has come further is told

	// If an object does not agree:
	other       *object
	would, code uint64
}

// NewShadow returns a shadow of a machine, which must not be explored while it is followed.
func NewShadow(p Protocol, m machine.Machine) (*Shadow, error) {
	s := &Shadow{p: p, w: m.Walker(), actions: map[string]int{}, words: map[string]int{}, Taken: map[string]int{}, Ignored: map[string]int{}, Left: map[string]int{}}
	for i, l := range s.w.Actions() {
		s.actions[l.Name] = i
		s.names = append(s.names, l.Name)
	}
	s.taken, s.silent = make([]int, len(s.names)), make([]bool, len(s.names))
	for name := range p.Silent {
		s.silent[s.actions[name]] = true
	}
	n := 0
	for _, v := range s.w.Words() {
		for i := range v.Words {
			s.words[s.w.WordName(v.First+i)] = v.First + i
		}
		n = max(n, v.First+v.Words)
	}
	s.places = make([]*object, n)
	s.rules = make([][]*rules, len(s.w.Threads()))
	s.w.Begin()
	s.inits = s.w.Mark()
	if n := len(s.w.Threads()); n > maxThreads {
		return nil, fmt.Errorf("refine: %d threads; there is room for %d", n, maxThreads)
	}
	return s, s.check()
}

// check returns what is wrong with the protocol.
func (s *Shadow) check() error {
	known := func(names ...string) error {
		for _, name := range names {
			if _, is := s.actions[name]; !is {
				return fmt.Errorf("refine: the protocol of %s has %s, which is no action", s.p.Module, name)
			}
		}
		return nil
	}
	for role, rules := range s.p.Roles {
		for _, r := range rules {
			if err := known(r.Do...); err != nil {
				return err
			}
			own, is := strings.CutPrefix(r.Label, s.p.Module+".")
			if plain := is && len(r.Do) == 1 && own == r.Do[0] && r.Form == Same && r.Looks == nil; !plain && r.Why == "" {
				return fmt.Errorf("refine: the protocol of %s does not say why %s%s of a %s is %v", s.p.Module, r.Label, r.Expr, role, r.Do)
			}
		}
	}
	for _, reasons := range []map[string]string{s.p.Unfollowed, s.p.Stops, s.p.Silent} {
		if err := known(slices.Collect(maps.Keys(reasons))...); err != nil {
			return err
		}
	}
	return nil
}

// WithoutGhosts makes the machine forget what no step may depend on.
func (s *Shadow) WithoutGhosts() *Shadow {
	s.w.WithoutGhosts()
	return s
}

// Begin implements [model.Observer].
func (s *Shadow) Begin() {
	s.threads, s.objects, s.bound = s.threads[:0], s.objects[:0], s.bound[:0]
	clear(s.places)
	s.left = false
	s.states = append(s.states[:0], state{mark: s.inits})
	for _, v := range s.p.Late {
		v.Reset()
	}
}

// Watch says where the code has what the machine has. The scenario calls it when that is
// as in the machine's initial state. A nil Shadow watches nothing.
func (s *Shadow) Watch(t *sched.S, places ...Place) {
	if s == nil {
		return
	}
	for i, p := range places {
		word, known := s.words[p.Word]
		if !known {
			panic(fmt.Sprintf("refine: %s has no word %s", s.p.Module, p.Word))
		}
		p.Values.Reset()
		o := &object{number: t.Object(p.At), word: word, values: p.Values, only: p.Only, bit: 1 << i, holder: -1}
		if p.Under != nil {
			o.lock = s.objectAt(t.Object(p.Under))
			o.lock.isLock = true
		}
		o.parker = s.isParker(word)
		s.set(o)
		if !p.Only {
			s.bound = append(s.bound, o)
			s.places[word] = o
		}
	}
}

// isParker reports whether a word is one of what threads sleep on.
func (s *Shadow) isParker(word int) bool { return strings.HasPrefix(s.w.WordName(word), "permit") }

// Lock says that an object is a lock in which there are regions, though no place is
// under it.
func (s *Shadow) Lock(t *sched.S, p unsafe.Pointer) {
	if s != nil {
		s.objectAt(t.Object(p)).isLock = true
	}
}

// Ignore says that objects are of other instances of the protocol than the one that is
// followed, and why that is all right.
func (s *Shadow) Ignore(t *sched.S, why string, all ...unsafe.Pointer) {
	if s == nil {
		return
	}
	for _, p := range all {
		s.objectAt(t.Object(p)).ignored = why
	}
}

func (s *Shadow) objectAt(number int32) *object {
	o := s.object(number)
	if o == nil {
		o = &object{number: number, word: -1, holder: -1}
		s.set(o)
	}
	return o
}

func (s *Shadow) object(number int32) *object {
	if int(number) < len(s.objects) {
		return s.objects[number]
	}
	return nil
}

func (s *Shadow) set(o *object) {
	for int(o.number) >= len(s.objects) {
		s.objects = append(s.objects, nil)
	}
	s.objects[o.number] = o
}

// Wants implements [model.Follower].
func (s *Shadow) Wants(expr string) bool {
	if slices.Contains(s.p.Plain, expr) {
		return true
	}
	for _, rules := range s.p.Roles {
		if slices.ContainsFunc(rules, func(r Rule) bool { return r.Expr != "" && r.Expr == expr }) {
			return true
		}
	}
	return false
}

// Enter implements [model.Follower].
func (s *Shadow) Enter(int, uint32, string) error { return nil }

// thread returns what is known of a thread of the code.
func (s *Shadow) thread(a *model.Access) *threadInfo {
	for a.Thread >= len(s.threads) {
		s.threads = append(s.threads, threadInfo{machine: -1})
	}
	t := &s.threads[a.Thread]
	if !t.known {
		t.known = true
		t.machine = slices.Index(s.w.Threads(), a.Name)
		if t.machine >= 0 {
			t.role = role(a.Name)
		}
	}
	return t
}

// rulesFor returns those that an access of a thread may be a step by, nil if it is none of
// the machine's.
func (s *Shadow) rulesFor(t *threadInfo, a *model.Access) *rules {
	if t.machine < 0 {
		return &strange
	}
	at := &s.rules[t.machine]
	for int(a.Site) >= len(*at) {
		*at = append(*at, nil)
	}
	for r := (*at)[a.Site]; r != nil; r = r.next {
		if r.place == a.Place {
			return r
		}
	}
	found := &rules{place: a.Place, next: (*at)[a.Site]}
	(*at)[a.Site] = found
	site := sched.Where(a.Site)
	plain := a.Kind == model.PlainRead || a.Kind == model.PlainWrite
	own, is := strings.CutPrefix(a.Label, s.p.Module+".")
	if is && !plain {
		found.own, found.aside = true, s.p.Aside[t.role+" "+own]
	}
	all := s.p.Roles[t.role]
	for i := range all {
		r := &all[i]
		fits := r.Label == a.Label && !plain && (a.Label != "" || r.In != "")
		if r.Expr != "" {
			fits = plain && r.Expr == site.Expr && (r.Writes != "") == (a.Kind == model.PlainWrite)
		}
		if fits && (r.In == "" || r.In == site.Func) && (r.Of == "" || r.Of == site.Expr) {
			one := &rule{Rule: r}
			for _, name := range r.Do {
				one.do = append(one.do, s.actions[name])
			}
			if r.Form >= Locked {
				found.region = one
			}
			found.all = append(found.all, one)
		}
	}
	return found
}

// Access implements [model.Observer].
func (s *Shadow) Access(a *model.Access) error {
	if len(s.bound) == 0 || s.left {
		return nil // it has not begun, or is not followed any more
	}
	o := s.object(a.Object)
	if o != nil && o.ignored != "" {
		s.Ignored[o.ignored]++
		return nil
	}
	t := s.thread(a)
	s.now, s.tried = a, tried{}
	if a.Kind != model.CASFailed && s.leaves(t, "") {
		return nil
	}
	if o != nil && o.isLock {
		return s.lock(t, o, a)
	}
	rules := s.rulesFor(t, a)
	if o == nil && len(rules.all) == 0 {
		return s.aside(t, rules)
	}
	if o == nil && (t.inside != nil || rules.region != nil) {
		return nil // a counter, or the like, under a lock
	}
	s.Accesses++
	if o != nil {
		s.learn(o, a)
		if t.inside != nil {
			return s.inRegion(t, o, a, rules.region)
		}
		if o.only || o.lock != nil {
			return s.looks(a)
		}
	}
	return s.steps(t, o, a, rules.all)
}

// aside is an access to what is no word of the module's. If it has a label of the module it
// is one that a rule is missing for.
func (s *Shadow) aside(t *threadInfo, r *rules) error {
	switch {
	case !r.own || t.inside != nil:
		return nil
	case r.aside == "":
		return s.diverges(t, "there is no rule for it")
	}
	s.Ignored[r.aside]++
	return nil
}

// learn notes the value that an object of the code has.
func (s *Shadow) learn(o *object, a *model.Access) {
	switch a.Kind {
	case model.Load, model.CASFailed:
		o.value, o.known = a.Read, true
	case model.Store, model.ReadWrite, model.LockStep:
		o.value, o.known = a.Wrote, true
	case model.PlainRead:
		o.value, o.known = a.Read, a.Size > 0
	case model.PlainWrite:
		o.value, o.known = a.Wrote, a.Size > 0
	}
}

func writes(a *model.Access) bool {
	return a.Kind == model.Store || a.Kind == model.ReadWrite || a.Kind == model.PlainWrite || a.Kind == model.LockStep
}

// looks keeps the states that agree with what the code has.
func (s *Shadow) looks(a *model.Access) error {
	next := s.spare[:0]
	for _, c := range s.states {
		s.w.Return(c.mark)
		if s.agrees() {
			next = append(next, c)
		} else {
			s.tries(c.mark, s.threads[a.Thread].machine, 2, "")
		}
	}
	return s.keep(next, nil)
}

// steps keeps the states that an access leads to.
func (s *Shadow) steps(t *threadInfo, o *object, a *model.Access, rules []*rule) error {
	if len(rules) == 0 {
		return s.looks(a)
	}
	next := s.spare[:0]
	var first *int
	for _, r := range rules {
		for _, c := range s.states {
			if o != nil && r.looks(a) {
				s.w.Return(c.mark)
				if s.agrees() {
					next = add(next, c)
				}
			}
			s.reach(c.mark, t.machine, r.do, 0, func() {
				before := s.w.Mark()
				for choice := range s.w.Choices(t.machine) {
					s.w.Return(before)
					step := s.w.Do(t.machine, choice)
					if why := s.compare(r, a, step, before); why != "" {
						s.tries(before, t.machine, 1, why)
						continue
					}
					if !s.agrees() {
						s.tries(before, t.machine, 2, "")
						continue
					}
					if first == nil {
						first = &step.Action
					}
					to := c
					to.mark = s.w.Mark()
					next = add(next, to)
				}
			})
		}
	}
	return s.keep(next, first)
}

func add(all []state, c state) []state {
	if slices.Contains(all, c) {
		return all
	}
	return append(all, c)
}

// leaves reports whether the module does not have what a thread does, and notes that.
func (s *Shadow) leaves(t *threadInfo, at string) bool {
	for _, l := range s.p.Leaves {
		if l.Label == s.now.Label && l.Role == t.role && l.At == at {
			s.Left[l.Why]++
			s.left = true
			return true
		}
	}
	return false
}

// keep goes on with these states.
func (s *Shadow) keep(next []state, action *int) error {
	if len(next) == 0 {
		t := &s.threads[s.now.Thread]
		if t.machine >= 0 {
			s.w.Return(s.states[0].mark)
			if at, _ := s.w.At(t.machine); s.leaves(t, s.names[at]) {
				return nil
			}
		}
		return s.diverges(t, s.tried.text(s.w))
	}
	if action != nil {
		s.Steps++
		s.taken[*action]++
	}
	s.states, s.spare = next, s.states
	s.Most = max(s.Most, len(next))
	return nil
}

// reach calls do in each state that a thread comes to, by choices that are no accesses, in
// which it is before one of some actions.
func (s *Shadow) reach(mark any, m int, actions []int, depth int, do func()) {
	s.w.Return(mark)
	at, _ := s.w.At(m)
	if slices.Contains(actions, at) {
		do()
		return
	}
	if depth == 0 {
		s.tries(mark, m, 0, "the machine is not there")
	}
	if depth == 8 {
		return
	}
	for choice := range s.w.Choices(m) {
		s.w.Return(mark)
		if form := s.w.Do(m, choice).Form; form == machine.Silent || form != machine.Disabled && s.silent[at] {
			s.reach(s.w.Mark(), m, actions, depth+1, do)
		}
	}
}

// compare returns what is different between an access and a step that the machine has taken,
// or "".
func (s *Shadow) compare(r *rule, a *model.Access, step machine.Step, before any) string {
	switch step.Form {
	case machine.Disabled:
		return "the machine cannot go on"
	case machine.Silent:
		return "the machine does not access anything"
	case machine.Region:
		if r.Form == Same {
			return "the machine has a region"
		}
		if r.Writes != "" {
			return s.compareWritten(r, a, before)
		}
		return ""
	}
	if r.Form == Same {
		kind := a.Kind
		if kind == model.LockStep && a.Wrote == 1 {
			kind = model.Store
		} else if kind == model.LockStep && step.Kind == model.ReadWrite {
			kind = model.ReadWrite
		}
		if kind != step.Kind {
			return "another kind of access"
		}
	}
	s.renew(r, step.Word)
	o := s.bind(step.Word, a)
	if o == nil || o.word != step.Word {
		return "another object"
	}
	if o.parker {
		return ""
	}
	if (a.Kind == model.ReadWrite || a.Kind == model.Load || a.Kind == model.CASFailed) && !o.values.Same(step.Word, step.Read, a.Read) {
		return "another value read"
	}
	if n, is := o.values.(*Renamed); is && writes(a) {
		n.Name(step.Wrote, a.Wrote)
	}
	if (a.Kind == model.Store || a.Kind == model.ReadWrite || a.Kind == model.PlainWrite) && !o.values.Same(step.Word, step.Wrote, a.Wrote) {
		return "another value written"
	}
	return ""
}

// compareWritten is compare for a region of which the code writes one word.
func (s *Shadow) compareWritten(r *rule, a *model.Access, before any) string {
	after := s.w.Mark()
	for _, v := range s.w.Words() {
		for word := v.First; v.Name == r.Writes && word < v.First+v.Words; word++ {
			is := s.w.Word(word)
			s.w.Return(before)
			was := s.w.Word(word)
			s.w.Return(after)
			if is == was {
				continue
			}
			s.renew(r, word)
			o := s.bind(word, a)
			if o == nil || o.word != word {
				return "another object"
			}
			if !o.values.Same(word, is, a.Wrote) {
				return "another value written"
			}
			return ""
		}
	}
	return "the machine writes nothing there"
}

// renew forgets the objects of words that have others from this step on.
func (s *Shadow) renew(r *rule, word int) {
	if len(r.Renews) == 0 {
		return
	}
	_, index, _ := strings.Cut(s.w.WordName(word), "[")
	for _, name := range r.Renews {
		if old := s.places[s.words[name+"["+index]]; old != nil {
			s.forget(old)
		}
	}
}

func (s *Shadow) forget(o *object) {
	s.places[o.word] = nil
	s.objects[o.number] = nil
	s.bound = slices.DeleteFunc(s.bound, func(b *object) bool { return b == o })
}

// bind returns the object of an access, which is made a word if that has an object that
// is found late. It is nil if it cannot be that.
func (s *Shadow) bind(word int, a *model.Access) *object {
	if o := s.object(a.Object); o != nil {
		return o
	}
	name, _, _ := strings.Cut(s.w.WordName(word), "[")
	values := s.p.Late[name]
	if values == nil || s.places[word] != nil {
		return nil
	}
	o := &object{number: a.Object, word: word, values: values, holder: -1, parker: s.isParker(word)}
	s.learn(o, a)
	s.set(o)
	s.places[word] = o
	s.bound = append(s.bound, o)
	return o
}

// agrees reports whether the machine has what the code has, as far as that is known.
func (s *Shadow) agrees() bool {
	for _, o := range s.bound {
		if !o.known || o.lock != nil && o.lock.holder >= 0 && o.lock.region != nil {
			continue
		}
		if is := s.w.Word(o.word); !o.values.Same(o.word, is, o.value) {
			s.other, s.would = o, is
			return false
		}
	}
	return true
}

// End implements [model.Observer].
func (s *Shadow) End() error {
	if len(s.bound) == 0 {
		return fmt.Errorf("refine: the scenario has not said where %s is", s.p.Module)
	}
	s.Executions++
	if s.left {
		return nil
	}
	next := s.spare[:0]
	var last *threadInfo
	for _, c := range s.states {
		over := true
		for i := range s.threads {
			t := &s.threads[i]
			if t.machine >= 0 && !s.mayEnd(c.mark, t.machine) {
				over, last = false, t
				s.tries(c.mark, t.machine, 0, "")
				break
			}
		}
		if over {
			next = append(next, c)
		}
	}
	if len(next) == 0 {
		s.now = nil
		return s.diverges(last, "the code has ended, and the machine has not")
	}
	return nil
}

// mayEnd reports whether a thread may be at its end.
func (s *Shadow) mayEnd(mark any, m int) bool {
	ends := []int{s.actions["Done"]}
	for name := range s.p.Stops {
		ends = append(ends, s.actions[name])
	}
	found := false
	s.reach(mark, m, ends, 0, func() { found = true })
	return found
}

// Check returns an error if nothing was followed.
func (s *Shadow) Check() error {
	for i, n := range s.taken {
		if n > 0 {
			s.Taken[s.names[i]] = n
		}
	}
	if s.Steps == 0 || s.Executions == 0 {
		return fmt.Errorf("refine: nothing was followed: %d steps in %d executions. Are there labels of %s in the code?", s.Steps, s.Executions, s.p.Module)
	}
	return nil
}

// Actions returns the actions that are accesses.
func (s *Shadow) Actions() (all []string) {
	for _, l := range s.w.Actions() {
		if !l.Silent {
			all = append(all, l.Name)
		}
	}
	return all
}
