package mutation

// Equivalent returns, by mutant name, why no detector can notice the mutant: it does the same as the original, or its
// documentation allows the difference.
func Equivalent() map[string]string { return equivalents }

// Arguments that several mutants have.
const (
	ownersField = "the other statement writes a field that only the owner uses, and this step does not use it"
	ownersSlot  = "the other step reads a slot that only its owner writes, so it reads the same before and after"
	pureOrder   = "the other statement computes local variables only"
	emptyBottom = "bottom is one lower while the deque is empty. A thief sees a size below 1 either way, and the owner's next Push stores bottom from its own copy"
	eitherCause = "both are reasons to end the task. If two come at once, either may be reported"
	clearsEarly = "the lag of the clearing is chosen for its cost. Here the clearing begins one item earlier"
	polledEarly = "a request between the two steps is answered by the next operation, like a later one. Until then the slot is the owner's alone"
	armedAnyway = "the timer for a late submission is armed either way. It fires much later, and then looks at the queue"
	growsEarly  = "with head as it was earlier in this Push, the ring doubles, or Push panics at the largest capacity, although a thief has made room. The deque was full while this Push ran, and only empty slots are copied besides the items"
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
	"abp.Scrub/ScrubReadAge/order":            "an item stolen between the two is stolen while Scrub runs, and Scrub need not clear it",
	"chaselev.Pop/PopTakeOne/compare":         "b is never t there, because that case has returned before",
	"chaselev.PopTop/PopTopReadTop/compare-2": clearsEarly,
	"chaselev.Push/PushWrite/order":           ownersField,
	"chaselev.Push/PushPublish/order":         ownersField,
	"chaselev.Pop/PopReadTop/order":           "the other statement reads a field that only the owner uses",
	"chaselev.Pop/PopLower/order":             ownersField,
	"chaselev.Pop/PopRestore/order":           ownersField,
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
	"split_ring.replace/SwapCopy/order-2":  "no other goroutine has the new ring yet",

	"the.Push/PushWrite/order":             ownersField,
	"the.Push/PushPublish/order":           ownersField,
	"the.makeRoom/PushLock/order":          growsEarly,
	"the.makeRoom/PushReadHeadLocked/drop": growsEarly,
	"the.makeRoom/PushUnlock/order":        ownersField,
	"the.Pop/PopReadHead/order":            "the other statement reads a field that only the owner uses",
	"the.Pop/PopTakeSlot/order":            ownersField,
	"the.Pop/PopRestore/drop":              emptyBottom,
	"the.Pop/PopRestore/offset":            emptyBottom,

	"chaselev_ring.replace/SwapReadTop/order":      "the other statement copies a field that only the owner uses",
	"chaselev_ring.replace/SwapReadTopAgain/order": "install changes only the owner's fields. Reading top later only makes the owner look at more marks",

	"promotion.offer/Promotion.ReadSlot/compare":    "the first segment is the fence of the running task, so no frame is in segment 0",
	"mailbox.takeBack/Promotion.TakeBack/order":     "only the owner clears the request, and only when it polls, after both steps",
	"cancel.fails/Join.Cancel/order":                "failure is read only after the task was seen complete, which is later than both steps",
	"cancel.fails/Join.Cancel/cas-split":            eitherCause,
	"cancel.fails/Join.CancelScope/cas-split":       eitherCause,
	"cancel.withdraw/Join.CancelChild/cas-split":    eitherCause,
	"shared.interrupt/Promotion.CloseUnpark/order":  "a waiting worker that is woken looks at the reason, which was stored before. The bit is for running workers",
	"search.search/Park.Park/order-2":               "the other statement writes a field that only this worker uses",
	"submit.submit/Injector.Notify/order":           armedAnyway,
	"submit.trySubmit/Injector.Notify/order":        armedAnyway,
	"submit.adopt/Injector.Notify/order-2":          armedAnyway,
	"parking.wake/Park.NotifyLock/order":            "notify has just looked without the lock. A worker that is woken beside a new searcher finds nothing more, and sleeps again",
	"promotion.promote/Promotion.ClearRequest/drop": "while the request stands, each fork looks at the slot and finds it full. That costs only time",
	"promotion.publish/Promotion.Publish/order":     "the other statement writes the trace",
	"run.perform/Join.Register/order":               "no other goroutine has the task yet",
	"run.watch/Join.AwaitCancel/cas-split":          eitherCause,
	"scope.Scope/Join.CancelScope/cas-split":        eitherCause,
	"runner.runQueued/Injector.WakeRoom/order":      ownersField,
	"search.submission/Injector.WakeRoom/order":     ownersField,
	"search.pass/Join.Pass/order":                   "the root of a task that others may hold no longer changes. A half of a Join is not reused after another worker took it from the deque",
	"search.search/Park.Announce/order":             "Close stores closed, and then gives every worker a permit, in the list or not. A worker that read closed before that does not sleep",
	"task.finish/Join.CloseList/rmw-split":          "a waiter that registers between the two reads the status again before it sleeps, and finds it complete",
	"task.finish/Join.Complete/order":               "the scope of a task is written before others see the task, and never again",
	"task.finish/Join.Wake/order":                   "an entry of the list belongs to one wait. The woken waiter does not write it again",
	"task.unrun/Join.CancelScope/cas-split":         eitherCause,
}
