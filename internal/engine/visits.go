package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// visits has the calls of code that was not rewritten and synchronizes: a semaphore of another
// module, a pipe, a logger. The race detector does not see the order that such a call brings. So no
// race is reported if two such calls may have ordered its accesses, and no deadlock if one of them
// may end it later.
type visits struct {
	made     []visit
	withheld *Failure // the first fault that was not reported, in any execution
	inside   *Failure // the first call of a package that could not be rewritten, in any execution
	alone    bool     // all calls came while there was one thread only
}

// visit is the beginning or the end of such a call.
type visit struct {
	site   uint32
	name   string // of the function
	thread int
	knows  []uint32 // the thread's clock before the visit
	after  uint32   // the thread's own clock after it
	open   bool     // it is the beginning of a call that may end at any time
}

// Visit records a visit by the calling thread, of the function that the site names.
func Visit(site uint32) { VisitNamed(site, Where(site).Expr) }

// VisitNamed is Visit for a function that is known only when it is called.
func VisitNamed(site uint32, f string) { record(site, f, false) }

// BeginVisit records the beginning of a call. It stays open until EndVisit, and for ever if the call
// panics.
func BeginVisit(site uint32, f string) { record(site, f, true) }

// EndVisit records the end of the call that the calling thread has begun at a site, if it is open.
func EndVisit(site uint32) {
	e := active
	for i := len(e.visits.made) - 1; i >= 0; i-- {
		if v := &e.visits.made[i]; v.site == site && v.thread == e.current().id && v.open {
			v.open = false
			record(site, v.name, false)
			return
		}
	}
}

func record(site uint32, f string, open bool) {
	e := active
	e.remains.keeps(f)
	if e.fate.free || e.current().cut.is() {
		return
	}
	if leftOut(f) {
		if e.visits.inside == nil {
			e.visits.inside = &Failure{Rule: report.RuleUnseen, Detail: fmt.Sprintf("no other schedule inside %s was searched; %s calls it at %s", f, e.current().title(), Where(site).Pos)}
			e.visits.alone = true
		}
		e.visits.alone = e.visits.alone && e.solo()
	}
	if e.solo() {
		return
	}
	v := visit{site: site, name: f, thread: e.current().id, open: open}
	if e.races != nil {
		mine := e.races.thread(v.thread)
		v.knows = slices.Clone(mine)
		mine[v.thread]++ // what follows is not known to those that have learnt of the visit
		v.after = mine[v.thread]
	}
	e.visits.made = append(e.visits.made, v)
}

func (o *visits) reset() {
	if len(o.made) > 0 {
		clear(o.made)
		o.made = o.made[:0]
	}
}

// orders returns the visits that may have ordered an earlier access before the current one: the
// first that comes after the earlier access, and the last that comes before the current one.
// Only visits that match count.
func (o *visits) orders(by int, mine []uint32, before access, match func(visit) bool) (from, to visit, may bool) {
	then := before.how.thread()
	i := slices.IndexFunc(o.made, func(v visit) bool {
		return match(v) && (then < len(v.knows) && v.knows[then] >= before.clock || v.open && v.thread == then)
	})
	if i < 0 {
		return from, to, false
	}
	for k := len(o.made) - 1; k >= 0; k-- {
		v := o.made[k]
		inside := v.open && v.thread == by // it may take a lock after its beginning
		if match(v) && (inside || k > i && (v.thread == by || mine[v.thread] >= v.after)) {
			return o.made[i], v, true
		}
	}
	return from, to, false
}

// withholdsRace reports whether a race is not to be reported.
func (e *engine) withholdsRace(by int, now, before access) bool {
	if len(e.visits.made) == 0 {
		return false
	}
	mine := e.races.thread(by)
	rule := report.RuleUnseen
	from, to, may := e.visits.orders(by, mine, before, func(v visit) bool { return leftOut(v.name) })
	if !may {
		rule = report.RuleOrder
		from, to, may = e.visits.orders(by, mine, before, func(visit) bool { return true })
		if Watched() {
			return may // Go's race detector sees what std orders
		}
	}
	if may {
		then := before.how.thread()
		e.visits.withhold(rule, fmt.Sprintf(
			"These accesses race, unless %s orders them:\n%v by %s at %v\n%v by %s at %v\n%s calls it at %s, and %s at %s",
			to.name, now.how, e.threads[by].title(), Where(now.site), before.how, e.threads[then].title(), Where(before.site),
			e.threads[from.thread].title(), Where(from.site).Pos, e.threads[to.thread].title(), Where(to.site).Pos))
	}
	return may
}

// withholdsDeadlock reports whether a deadlock is not to be reported. Code that was not rewritten may
// hold a function that wakes a waiting thread. It unlocks no mutex.
func (e *engine) withholdsDeadlock() bool {
	i := slices.IndexFunc(e.visits.made, func(v visit) bool { return mayWake(v.name) })
	if i < 0 {
		return false
	}
	onlyLocks := true
	for rest := e.state.Live; rest != 0; rest &= rest - 1 {
		k := e.state.Pending[rest.First()].Kind
		onlyLocks = onlyLocks && (k == strategy.Lock || k == strategy.Join)
	}
	if onlyLocks {
		return false
	}
	v := e.visits.made[i]
	e.visits.withhold(report.RuleUnseen, fmt.Sprintf("All threads wait, unless %s wakes one of them. %s calls it at %s.\n%s",
		v.name, e.threads[v.thread].title(), Where(v.site).Pos, e.waiting(e.state.Live, false)))
	return true
}

// mayWake reports whether a function may keep a function that is its argument, and call it later. Functions of packages
// that could not be rewritten may do so, and those of std that serve connections and processes.
func mayWake(function string) bool {
	name := strings.TrimLeft(function, "(*")
	begins := func(p string) bool { return strings.HasPrefix(name, p) }
	return leftOut(function) ||
		slices.ContainsFunc([]string{"net.", "net/", "os/exec.", "os/signal.", "database/sql."}, begins) &&
			!slices.ContainsFunc([]string{"net/http.Handle", "net/http.ServeMux", "net/http/cookiejar."}, begins)
}

// leftOutPackages has the packages that synchronize and could not be rewritten, each with a dot behind its path.
var leftOutPackages []string

// RegisterLeftOut adds such a package.
func RegisterLeftOut(path string) {
	if path += "."; !slices.Contains(leftOutPackages, path) {
		leftOutPackages = append(leftOutPackages, path)
	}
}

// leftOut reports whether a function is of such a package. Functions of std are not, and neither are those of mocks, which
// are not rewritten on purpose.
func leftOut(function string) bool {
	name := strings.TrimLeft(function, "(*")
	return slices.ContainsFunc(leftOutPackages, func(p string) bool { return strings.HasPrefix(name, p) })
}

// failure returns why nothing is claimed about the program, or nil. Calls by the only thread have no
// other schedules, but if nothing else was traced, they may have all that the program does.
func (o *visits) failure(traced bool) *Failure {
	switch {
	case o.withheld != nil:
		return o.withheld
	case o.alone && traced:
		return nil
	}
	return o.inside
}

// withhold notes a fault that is not reported. One that Go's race detector cannot judge comes first.
func (o *visits) withhold(rule, detail string) {
	if o.withheld == nil || o.withheld.Rule == report.RuleOrder && rule != report.RuleOrder {
		o.withheld = &Failure{Rule: rule, Detail: detail}
	}
}
