package mutation

// models names, for mutants that the operators make, the configuration of a
// specification that has the same fault.
var models = map[string]string{
	"abp.Pop/PopClaimLast/cas-ignored":                "NaiveABP_PopLastNoCAS",
	"chaselev.Pop/PopClaimLast/cas-ignored":           "NaiveChaseLev_PopLastNoCAS",
	"chaselev.Pop/PopReadTopAgain/drop":               "NaiveChaseLev_PopReadsTopOnce",
	"chaselev.PopTop/PopTopClaim/cas-ignored":         "NaiveChaseLevFifo_PopTopNoCAS",
	"chaselev.StealBatch/BatchReadBottomAgain/drop":   "NaiveLinChaseLevBatch_LooksOnce",
	"duffy.TrySteal/StealRaise/drop":                  "NaiveDuffy_NoRaise",
	"split.share/SharePublish/cas-ignored":            "NaiveSplit_PublishNoCAS",
	"split.shrink/PopShrink/cas-ignored":              "NaiveSplit_ShrinkNoCAS",
	"split.Steal/StealRequest/drop":                   "NaiveSplit_NoRequest",
	"split_ring.replace/SwapClose/cas-ignored":        "NaiveSplit_NoClose",
	"the.makeRoom/PushLock/drop":                      "NaiveTHE_GrowUnlocked",
	"the.Steal/StealBar/drop":                         "NaiveTHE_NoBar",
	"the.Steal/StealTakeSlot/order":                   "NaiveTHE_HeadFirst",
	"mailbox.takeBack/Promotion.Rearm/drop":           "NaivePromotion_NoRearm",
	"mailbox.takeBack/Promotion.TakeBack/cas-ignored": "NaivePromotion_PlainTakeBack",
	"failure.cause/Join.ReadCancel/compare":           "NaiveJoin_RunsCancelled",
	"promotion.publish/Promotion.Publish/order-2":     "NaivePromotion_NotifyBeforePublish",
	"search.found/Park.Glance/negate":                 "NaivePark_NoGlance",
	"mailbox.ask/Promotion.Request/drop":              "NaivePool_NoRequest",
	"mailbox.claim/Promotion.Rerequest/drop":          "NaivePromotion_NoRerequest",
	"submit.adopt/Injector.Notify/order":              "NaivePark_NotifyBeforePublish",
	"submit.submitSlowly/Injector.PassRoom/drop":      "NaiveInjector_KeepsRoom",
	"task.claim/Join.Claim/cas-ignored":               "NaiveJoin_NoClaim",
	"task.unrun/Join.CancelScope/drop":                "NaiveJoin_DropsSilently",
	"task.finish/Join.Complete/order-2":               "NaiveJoin_CompletesLast",
}
