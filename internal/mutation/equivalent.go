package mutation

// Equivalent returns, by the names of mutants, why nobody can notice them: they do what
// the original does, or what its documentation allows.
func Equivalent() map[string]string { return equivalents }

// Arguments that several mutants have.
const (
	ownersField = "the other statement writes a field of the owner's alone, which no other goroutine reads, and which the step does not use"
	ownersSlot  = "the other step reads a slot that only its owner writes: it reads the same before and after"
	pureOrder   = "the other statement computes local variables only"
	emptyBottom = "nobody notices bottom one lower while the deque is empty: a thief sees a size below 1 either way, the owner keeps its own copy, and its next Push stores bottom anew"
	eitherCause = "both are reasons why the task is to end, and which of two that come at the same time others are told is not promised"
	clearsEarly = "how far the clearing of slots lags behind is chosen for its cost: here it begins one item earlier"
	polledEarly = "a request that comes between the two is answered by the next operation, like one that comes after both: the slot is the owner's alone until then"
	growsEarly  = "head as it was just before, in the same Push, makes the ring double although a thief has made room meanwhile, or at the largest capacity Push panic: full is what the deque was while this Push ran; what is copied then beside the items is empty slots"
)

var equivalents = map[string]string{
	"abp.Push/PushWrite/order":                ownersField,
	"abp.Push/PushPublish/order":              ownersField,
	"abp.Pop/PopLower/order":                  ownersField,
	"abp.Pop/PopLower/order-2":                ownersSlot,
	"abp.Pop/PopReadSlot/order":               ownersSlot,
	"abp.Pop/PopReset/order":                  ownersField,
	"abp.Pop/PopReset/order-2":                pureOrder,
	"abp.Pop/PopClear/compare":                "sweep clears nothing if top is not above what is swept",
	"abp.Pop/PopClearLast/order":              ownersField,
	"abp.Steal/StealReadBottom/order":         pureOrder,
	"abp.Scrub/ScrubReadAge/order":            "what is stolen between the two is stolen while Scrub runs, and Scrub need not drop that",
	"chaselev.Pop/PopTakeOne/compare":         "b is not t there: that case has returned before",
	"chaselev.Pop/PopTakeOne/compare-2":       clearsEarly,
	"chaselev.PopTop/PopTopReadTop/compare-2": clearsEarly,
	"chaselev.Push/PushWrite/order":           ownersField,
	"chaselev.Push/PushPublish/order":         ownersField,
	"chaselev.Pop/PopReadTop/order":           "the other statement reads a field of the owner's alone",
	"chaselev.Pop/PopLower/order":             ownersField,
	"chaselev.Pop/PopRestore/order":           ownersField,
	"chaselev.Pop/PopRestore/drop":            emptyBottom,
	"chaselev.Pop/PopRestore/offset":          emptyBottom,
	"duffy.Push/PushWrite/order":              ownersField,
	"duffy.Push/PushPublish/order":            ownersField,
	"duffy.makeRoom/PushUnlock/order":         ownersField,
	"duffy.Pop/PopTakeSlot/order":             ownersField,
	"duffy.Pop/PopRestore/drop":               emptyBottom,
	"duffy.Pop/PopRestore/offset":             emptyBottom,
	"split.Push/PushWrite/order":              ownersField,
	"split.Pop/PopTakeSlot/order":             ownersField,
	"split.share/ShareClear/order":            pureOrder,
	"split.Push/PushWrite/order-2":            polledEarly,
	"split.Pop/PopTakeSlot/order-2":           polledEarly,

	"split_ring.replace/SwapPublish/order": ownersField,
	"split_ring.replace/SwapCopy/order-2":  "nobody else has the new ring yet",

	"the.Push/PushWrite/order":             ownersField,
	"the.Push/PushPublish/order":           ownersField,
	"the.makeRoom/PushLock/order":          growsEarly,
	"the.makeRoom/PushReadHeadLocked/drop": growsEarly,
	"the.makeRoom/PushUnlock/order":        ownersField,
	"the.Pop/PopReadHead/order":            "the other statement reads a field of the owner's alone",
	"the.Pop/PopTakeSlot/order":            ownersField,
	"the.Pop/PopRestore/drop":              emptyBottom,
	"the.Pop/PopRestore/offset":            emptyBottom,

	"chaselev_ring.replace/SwapReadTop/order":      "the other statement copies a field of the owner's alone",
	"chaselev_ring.replace/SwapReadTopAgain/order": "install changes fields of the owner's alone, and reading top later only makes the owner look at more marks",

	"promotion.offer/Promotion.ReadSlot/compare":    "the first segment is the fence of the task that runs, so that no frame is in segment 0",
	"mailbox.takeBack/Promotion.TakeBack/order":     "only the owner clears the request, and only when it polls, which is later than both",
	"cancel.fails/Join.Cancel/order":                "failure is read by who has seen that the task is complete, which is later than both",
	"cancel.fails/Join.Cancel/cas-split":            eitherCause,
	"cancel.fails/Join.CancelScope/cas-split":       eitherCause,
	"cancel.withdraw/Join.CancelChild/cas-split":    eitherCause,
	"shared.interrupt/Promotion.CloseUnpark/order":  "who sits, and is woken, looks at the reason, which was stored before; the bit is for who runs",
	"parking.wake/Park.NotifyLock/order":            "notify has just looked without the lock: who is woken although another one has begun to search finds nothing more than that one, and sleeps again",
	"promotion.promote/Promotion.ClearRequest/drop": "a request that stands while a frame is published has each fork look at the slot, and find it full: it costs time",
	"promotion.publish/Promotion.Publish/order":     "the other statement writes the trace",
	"run.perform/Join.Register/order":               "nobody else has the task yet",
	"run.watch/Join.AwaitCancel/cas-split":          eitherCause,
	"scope.Scope/Join.CancelScope/cas-split":        eitherCause,
	"runner.runQueued/Injector.WakeRoom/order":      ownersField,
	"search.submission/Injector.WakeRoom/order":     ownersField,
	"search.pass/Join.Pass/order":                   "the root of a task that somebody may hold does not change any more: a half of a Join that has left the deque otherwise than to its own worker is not used again",
	"search.search/Park.Announce/order":             "who closes gives every worker a permit, in the list or not, after it has stored closed: a worker that read it before does not sleep",
	"task.finish/Join.CloseList/rmw-split":          "who registers between the two looks at the status again before it sleeps, and that is complete already",
	"task.finish/Join.Complete/order":               "the scope of a task is written before others see the task, and never again",
	"task.finish/Join.Wake/order":                   "an entry of the list is of one wait: who is woken does not write it any more",
	"task.unrun/Join.CancelScope/cas-split":         eitherCause,
}
