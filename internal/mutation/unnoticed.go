package mutation

import "maps"

// Unnoticed says why no test notices a mutant of a line without a label.
type Unnoticed struct {
	Why  string
	Same bool // it does the same as the original, or its documentation allows the difference
}

// UnnoticedLines returns the mutants of lines without a label that no test notices, by name.
func UnnoticedLines() map[string]Unnoticed {
	all := maps.Clone(unnoticed)
	maps.Copy(all, unnoticedOfPool)
	return all
}

func same(why string) Unnoticed   { return Unnoticed{why, true} }
func unseen(why string) Unnoticed { return Unnoticed{why, false} }

// Arguments that several mutants have.
const (
	oneSlotMore  = "one slot more is cleared at a time. The limit is chosen for its cost"
	looksEarly   = "the slow path runs although there is room. It looks again, and finds the room"
	leftMarks    = "the marks of a replaced ring stay reachable until the next ring comes. They hold no items"
	staleLow     = "clearStale is called again, and clears slots from bottom on. These are empty, or hold items that were stolen before"
	onlyTime     = "no result is wrong. It costs time only, and a test that measures time would depend on the machine"
	onceFromZero = "only tests start at another index than 0"
)

var unnoticed = map[string]Unnoticed{
	"wsq/abp.ABP.Pop/line/compare-4":                       same("sweep clears nothing if top is not above what is swept"),
	"wsq/abp.ABP.clearStale/line/compare":                  same(oneSlotMore),
	"wsq/abp.ABP.clearStale/line/compare-3":                same(staleLow),
	"wsq/abp.ABP.clearStale/line/drop-2":                   same(staleLow),
	"wsq/abp.ABP.sweep/line/compare":                       same(oneSlotMore),
	"wsq/abp.NewABP/line/compare-2":                        unseen("a deque of the largest capacity takes 128 MB, so no test makes one"),
	"wsq/chaselev.ChaseLev.Pop/line/compare-2":             same("b is never t there, because that case has returned before"),
	"wsq/chaselev.ChaseLev.Pop/line/compare-3":             same(clearsEarly),
	"wsq/chaselev.ChaseLev.PopTop/line/compare-2":          same(clearsEarly),
	"wsq/chaselev.ChaseLev.Push/line/compare":              same(looksEarly),
	"wsq/chaselev_ring.ChaseLev.forward/line/compare":      same(leftMarks),
	"wsq/chaselev_ring.ChaseLev.forward/line/drop":         same(leftMarks),
	"wsq/chaselev_ring.ChaseLev.install/line/drop-2":       same("the older marks end before the first index of the new ring, so forward drops them at once"),
	"wsq/chaselev_ring.ChaseLev.owesUpkeep/line/compare":   same(clearsEarly),
	"wsq/chaselev_ring.ChaseLev.owesUpkeep/line/compare-2": same("upkeep compares again, and finds the ring filled enough"),
	"wsq/checked.Checked.enter/line/cas-split":             unseen("two goroutines must misuse the deque within a few nanoseconds. On real cores that is too rare"),
	"wsq/duffy.Duffy.makeRoom/line/drop":                   same(looksEarly),
	"wsq/duffy.NewDuffy/line/drop":                         same(looksEarly),
	"wsq/foreignlock.foreignLock.tryLock/line/rmw-split-2": unseen("a thief must wait with a timeout while two others reach the word within a few nanoseconds. The scenarios of the scheduler have no timeouts"),
	"wsq/ring.ring.reclaim/line/compare":                   same(oneSlotMore),
	"wsq/split_ring.Split.clearStolen/line/compare":        same(clearsEarly),
	"wsq/the.THE.startAt/line/drop-4":                      same(onceFromZero),
	"wsq/the.THE.startAt/line/offset":                      same(looksEarly),
	"pool/cancel.runner.cancelled/line/rmw-split-2":        unseen(oneWord),
	"pool/cancel.shared.cancelBelow/line/cas-split":        same(eitherCause),
	"pool/countdown.countdown.done/line/flag":              same("the worker lets a goroutine run that it has not woken. " + onlyTime),
	"pool/ctx.Ctx.cut/line/offset":                         same("the additional position is above the newest frame, and holds nothing"),
	"pool/current.Worker.runOnWorker/line/drop-2":          same("that wait returns no error, because its context has no end"),
	"pool/def.Define/line/offset":                          same("numbers start at 1, and place 0 of a list stays empty"),
	"pool/registry.registry.start/line/rmw-split":          unseen(oneWord),
	"pool/registry.registry.resizeLocked/line/rmw-split":   same("each write holds the registry's mutex"),
	"pool/runner.runner.runQueued/line/drop-2":             same("the worker does not yield to the submitter that it has woken. " + onlyTime),
	"pool/stall.stalls.watch/line/cas-ignored":             same("the timer is set twice, to the same time"),
	"pool/worker.Worker.runLoose/line/flag-2":              same("nothing lies below this fence, so nothing has to be separated from it"),
}
