package sched

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// observe shows the observer what the current thread has just done.
func (e *engine) observe(kind model.AccessKind, p unsafe.Pointer, read, wrote uint64) {
	if e.observer == nil || e.free || e.failure != nil {
		return
	}
	t := e.current
	at := t.site
	if e.solo || kind == model.PlainRead || kind == model.PlainWrite {
		at = e.site
	}
	site := Where(at)
	if site.Label == "" {
		site.Label = Where(t.label).Label
	}
	if strings.HasPrefix(site.Label, "-") {
		site.Label = "" // a reason for having none
	}
	e.seen = model.Access{
		Thread: t.id, Name: t.name, Kind: kind, Object: e.objects.number(p), Label: site.Label, Expr: site.Expr, Pos: site.Pos,
		Alone: e.solo, Read: read, Wrote: wrote,
	}
	if err := e.observer.Access(&e.seen); err != nil {
		e.fail(&Failure{Rule: RuleObserver, Detail: fmt.Sprintf("%v\nat %v, %v by %s", err, site, kind, t.title()), thread: t.id})
	}
}

// lockStep is a step of a lock, which has no values.
func (e *engine) lockStep(kind strategy.Kind, p unsafe.Pointer, gate Gate, arg int) {
	e.before(kind, p, gate, arg)
	e.observe(model.LockStep, p, 0, 0)
}
