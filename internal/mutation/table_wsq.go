package mutation

// Faults of the deques. A fault that an operator makes too is listed here if it was shipped.
var dequeTable = []Mutant{
	{
		Name: "chaselev-bottom-first", File: "wsq/chaselev.go",
		Edits: []Edit{{
			"t := d.top.Load()    //tla:StealReadTop\n\tb := d.bottom.Load() //tla:StealReadBottom",
			"b := d.bottom.Load() //tla:StealReadBottom\n\tt := d.top.Load()    //tla:StealReadTop",
		}},
		Mechanism: "Steal reads bottom before top",
		Origin:    "crossbeam-rs/crossbeam#85",
		Expect:    "linearizable",
		Model:     "NaiveChaseLev_BottomFirst",
	},
	{
		Name: "chaselev-stale-array", File: "wsq/chaselev.go",
		Edits: []Edit{
			{"t := d.top.Load()    //tla:StealReadTop", "a := d.array.Load() //tla:StealReadArray\n\tt := d.top.Load()    //tla:StealReadTop"},
			{"\ta := d.array.Load()                //tla:StealReadArray\n", ""},
		},
		Mechanism: "Steal loads the array before the indices, and its CAS confirms only the index",
		Origin:    "crossbeam-rs/crossbeam#726, RUSTSEC-2021-0093, CVE-2021-32810; classic: stale slot",
		Expect:    "linearizable",
	},
	{
		Name: "chaselev-batch-one-cas", File: "wsq/chaselev.go",
		Edits: []Edit{{
			"\tdst = dst[:min((b-t+1)/2, uint64(len(dst)))]\n",
			`	dst = dst[:min((b-t+1)/2, uint64(len(dst)))]
	all := d.array.Load()                             //tla:BatchReadArray
	if !d.top.CompareAndSwap(t, t+uint64(len(dst))) { //tla:BatchClaim
		return 0, Retry
	}
	for range dst {
		dst[n] = all.slots[t&all.mask] //tla:BatchReadSlot
		all.finish(t)                  //tla:BatchFinish
		n, t = n+1, t+1
	}
	if n > 0 {
		return n, Stolen
	}
`,
		}},
		Mechanism: "StealBatch claims all its items by one CAS, while the owner pops the lower ones without a CAS",
		Origin:    "crossbeam-rs/crossbeam#148 and #72 (review)",
		Expect:    "linearizable",
		Model:     "NaiveChaseLevBatch_LooksOnce",
	},
	{
		Name: "chaselev-unsigned-size", File: "wsq/chaselev.go",
		Edits:     []Edit{{"if int64(b-t) < 0 {\n\t\tif t-d.r.free", "if b-t < 0 {\n\t\tif t-d.r.free"}, {"if int64(n) > 0 {", "if n > 0 {"}},
		Mechanism: "Pop computes the size without a sign: an empty deque looks very full",
		Origin:    "crossbeam-rs/crossbeam#33 (review)",
		Expect:    "linearizable",
	},
	{
		Name: "ring-no-marks", File: "wsq/ring.go",
		Edits:     []Edit{{"return r.done[i&r.mask].Load() == uint64(i+1)", "return r.done[i&r.mask].Load() <= ^uint64(0)"}},
		Mechanism: "the owner does not wait for the mark, and reuses a claimed slot before its thief has read it",
		Origin:    "ssbl/concurrent-deque#2",
		Expect:    "no data race",
		Model:     "NaiveChaseLev_NoMarks",
	},
	{
		Name: "abp-read-after-claim", File: "wsq/abp.go",
		Edits: []Edit{{
			`	v = d.slots[t].Load()                                       //tla:StealReadSlot
	if !d.age.CompareAndSwap(old, abpAge(t+1, abpStamp(old))) { //tla:StealClaim
		return nil, Retry
	}
`, `	if !d.age.CompareAndSwap(old, abpAge(t+1, abpStamp(old))) { //tla:StealClaim
		return nil, Retry
	}
	v = d.slots[t].Load() //tla:StealReadSlot
`,
		}},
		Mechanism: "Steal reads the slot after its CAS, when the owner may have reused the slot",
		Origin:    "ssbl/concurrent-deque#2",
		Expect:    "linearizable",
	},
	{
		Name: "chaselev-publish-before-copy", File: "wsq/chaselev_ring.go",
		Edits: []Edit{{
			"\tr.copyFrom(&old.circular, t, d.b) //tla:SwapCopy\n\td.array.Store(&r)                 //tla:SwapPublish\n",
			"\td.array.Store(&r)                 //tla:SwapPublish\n\tr.copyFrom(&old.circular, t, d.b) //tla:SwapCopy\n",
		}},
		Mechanism: "the new ring is published before it has the items",
		Origin:    "the published C11 Chase-Lev, as CDSChecker found it; crossbeam-rs/rfcs#26",
		Expect:    "no data race",
	},
	{
		Name: "chaselev-publish-before-write", File: "wsq/chaselev.go",
		Edits: []Edit{{
			"\td.r.slots[b&d.r.mask] = v //tla:PushWrite\n\td.b = b + 1\n\td.bottom.Store(b + 1) //tla:PushPublish\n",
			"\td.b = b + 1\n\td.bottom.Store(b + 1) //tla:PushPublish\n\td.r.slots[b&d.r.mask] = v //tla:PushWrite\n",
		}},
		Mechanism: "Push raises bottom before it writes the slot",
		Origin:    "charmplusplus/charm#1345; classic: early publication",
		Expect:    "no data race",
	},
	{
		Name: "the-full-looks-empty", File: "wsq/the.go",
		Edits: []Edit{{
			"if t := d.t.Load(); int64(t-h-d.keep) > 0 { //tla:StealReadTail",
			"if t := d.t.Load(); int64(t-h-d.keep) > 0 && (t-h)&d.array.mask != 0 { //tla:StealReadTail",
		}},
		Mechanism: "Steal compares indices no wider than the ring's length, so a full ring looks empty",
		Origin:    "tokio-rs/tokio#2387",
		Expect:    "linearizable",
	},
	{
		Name: "chaselev-batch-finish-first", File: "wsq/chaselev.go",
		Edits: []Edit{{
			"\t\tdst[n] = a.slots[t&a.mask] //tla:BatchReadSlot\n", "\t\tring := a\n",
		}, {
			"\t\t\ta.finish(t) //tla:BatchFinish\n\t\t}\n",
			"\t\t\ta.finish(t) //tla:BatchFinish\n\t\t}\n\t\tdst[n] = ring.slots[t&ring.mask] //tla:BatchReadSlot\n",
		}},
		Mechanism: "StealBatch releases its slot before it has copied the item",
		Origin:    "tokio-rs/tokio#2387",
		Expect:    "no data race",
	},
	{
		Name: "duffy-restore-after-unlock", File: "wsq/duffy.go",
		Edits: []Edit{{
			"\t\td.head.Store(h) //tla:StealRestore\n\t}\n\td.foreignLock.unlock() //tla:StealUnlock\n",
			"\t\td.foreignLock.unlock() //tla:StealUnlock\n\t\td.head.Store(h) //tla:StealRestore\n\t\treturn v, r\n\t}\n\td.foreignLock.unlock() //tla:StealUnlock\n",
		}},
		Mechanism: "a failing steal releases the lock before it restores head",
		Origin:    "dotnet/runtime#128606",
		Expect:    "linearizable",
	},
	{
		Name: "abp-no-stamp", File: "wsq/abp.go",
		Edits:     []Edit{{"start := abpAge(0, abpStamp(old)+1)", "start := abpAge(0, abpStamp(old))"}},
		Mechanism: "a restart of the indices keeps the stamp, so a thief's CAS succeeds on an index that has come back (ABA)",
		Origin:    "MPLLang/mpl#214; classic: ABA",
		Expect:    "linearizable",
		Model:     "NaiveABP_NoStamp",
	},
	{
		Name: "chaselev-marks-any-ring", File: "wsq/chaselev.go",
		Edits:     []Edit{{"\tif int64(t-a.base) >= 0 {\n\t\ta.finish(t) //tla:StealFinish\n\t}\n", "\ta.finish(t) //tla:StealFinish\n"}},
		Mechanism: "a thief releases a slot in a ring that never held its index",
		Origin:    "NVIDIA/stdexec#1755: a thief is between two blocks while the owner reclaims one",
		Model:     "NaiveChaseLev_MarksAnyRing",
		Expect:    "assertion",
	},
	{
		Name: "chaselev-batch-minimum", File: "wsq/chaselev.go",
		Edits: []Edit{{
			"\tdst = dst[:min((b-t+1)/2, uint64(len(dst)))]\n",
			"\tdst = dst[:min((b-t)/2, uint64(len(dst)))]\n\tif len(dst) == 0 {\n\t\treturn 0, Retry\n\t}\n",
		}},
		Mechanism: "StealBatch requires more items than may be left, so the last item is never stolen",
		Origin:    "TheHPXProject/HPX#4558",
		Expect:    "each step is what the observer expects",
	},

	// Classic.
	{
		Name: "chaselev-pop-last-without-cas", File: "wsq/chaselev.go",
		Edits:     []Edit{{"ok = d.top.CompareAndSwap(t, t+1) //tla:PopClaimLast", "d.top.Store(t + 1) //tla:PopClaimLast\n\t\tok = true"}},
		Mechanism: "Pop takes the last item without a CAS",
		Origin:    "classic: double pop",
		Expect:    "linearizable",
		Model:     "NaiveChaseLev_PopLastNoCAS",
	},
	{
		Name: "chaselev-pop-forgets-restore", File: "wsq/chaselev.go",
		Edits:     []Edit{{"\td.b = b + 1\n\td.bottom.Store(b + 1) //tla:PopRestore\n", "\td.bottom.Store(b + 1) //tla:PopRestore\n"}},
		Mechanism: "a Pop that loses the last item does not restore bottom, so the next item is pushed where no thief looks",
		Origin:    "classic: lost item",
		Expect:    "linearizable",
	},
	{
		Name: "circular-keeps-slot", File: "wsq/circular.go",
		Edits:     []Edit{{"\tv := *p\n\t*p = zero\n\treturn v\n", "\tif false {\n\t\t*p = zero\n\t}\n\treturn *p\n"}},
		Mechanism: "a taken item stays in its slot, so the collector keeps it",
		Origin:    "classic: leaked pointer",
		Model:     "NaiveTHE_KeepsSlot",
		Expect:    "each step is what the observer expects",
	},
	{
		Name: "foreignlock-unlock-split", File: "wsq/foreignlock.go",
		Edits:     []Edit{{"if l.state.Swap(unlocked) == contended {", "was := l.state.Load()\n\tl.state.Store(unlocked)\n\tif was == contended {"}},
		Mechanism: "unlock checks for waiters before it unlocks, not in the same step",
		Origin:    "classic: lost wake-up",
		Expect:    "no deadlock",
	},
	{
		Name: "foreignlock-forgets-others", File: "wsq/foreignlock.go",
		Edits: []Edit{{
			"\tfor l.state.Swap(contended) != unlocked {\n\t\tl.waiters.Park()\n\t}\n",
			"\tfor l.state.Swap(contended) != unlocked {\n\t\tl.waiters.Park()\n\t\tif l.state.CompareAndSwap(unlocked, locked) {\n\t\t\treturn\n\t\t}\n\t}\n",
		}},
		Mechanism: "a woken waiter takes the lock as if no other waiter were left",
		Origin:    "classic: lost wake-up; U. Drepper, Futexes Are Tricky (2011)",
	},
	{
		Name: "duffy-early-empty", File: "wsq/duffy.go",
		Edits: []Edit{{
			"\tt := d.t - 1\n\td.tail.Store(t)                          //tla:PopLower\n",
			"\tif h := d.head.Load(); int64(h-d.t) >= 0 { //tla:PopCheckHead\n\t\treturn v, false\n\t}\n\tt := d.t - 1\n\td.tail.Store(t)                          //tla:PopLower\n",
		}},
		Mechanism: "Pop trusts a head that a thief has raised for a moment",
		Origin:    "J. Duffy, Building a custom thread pool, part 2 (2008), as printed",
		Expect:    "linearizable",
		Model:     "NaiveLinDuffy_EarlyEmpty",
	},
	{
		Name: "duffy-no-spare", File: "wsq/duffy.go",
		Edits: []Edit{
			{"if d.limit = h + d.array.mask; int64(t-d.limit) < 0 {", "if d.limit = h + d.array.mask + 1; int64(t-d.limit) < 0 {"},
			{"if t-h >= d.array.mask {", "if t-h > d.array.mask {"},
			{"\td.foreignLock.unlock() //tla:PushUnlock\n\td.limit = h + d.array.mask\n", "\td.foreignLock.unlock() //tla:PushUnlock\n\td.limit = h + d.array.mask + 1\n"},
		},
		Mechanism: "there is no spare slot, so a head that a thief has raised for a moment looks like room",
		Origin:    "J. Duffy, Building a custom thread pool, part 2 (2008); changed",
		Expect:    "linearizable",
		Model:     "NaiveDuffy_NoSpare",
	},
	{
		Name: "the-one-index", File: "wsq/the.go",
		Edits:     []Edit{{"if h := d.h.Load(); h == t { //tla:PopReadHead", "if h := d.e.Load(); int64(h-t) >= 0 { //tla:PopReadHead"}},
		Mechanism: "Pop trusts the bar of a thief that may take nothing",
		Origin:    "M. Frigo, C. E. Leiserson and K. H. Randall, Cilk-5 (1998): H is the bar there",
		Expect:    "linearizable",
		Model:     "NaiveLinTHE_OneIndex",
	},
	{
		Name: "the-takes-last", File: "wsq/the.go",
		Edits:     []Edit{{"if t := d.t.Load(); int64(t-h-d.keep) > 0 { //tla:StealReadTail", "if t := d.t.Load(); int64(t-h) > 0 { //tla:StealReadTail"}},
		Mechanism: "a thief takes the last item in spite of keepLast",
		Origin:    "X. Jin and J. Li, Work stealing Fork Join Framework in C++ (2021): < for <= in take",
		Expect:    "linearizable",
		Model:     "NaiveLinTHE_TakesLast",
	},
	{
		Name: "split-closed-is-empty", File: "wsq/split.go",
		Edits:     []Edit{{"return v, Retry // closed: the owner is replacing the ring", "return v, Empty"}},
		Mechanism: "a thief that meets a ring under replacement answers Empty",
		Origin:    "dotnet/runtime#68171: a steal that has lost a race says that nothing is there",
		Expect:    "assertion",
		Model:     "NaiveSplit_ClosedIsEmpty",
	},
	{
		Name: "split-clear-late", File: "wsq/split.go",
		Edits: []Edit{
			{"\td.request.Store(false) //tla:ShareClear\n\tsplit := d.split", "\tsplit := d.split"},
			{"if d.r.word.CompareAndSwap(w, splitWord(tail, split)) { //tla:SharePublish\n", "if d.r.word.CompareAndSwap(w, splitWord(tail, split)) { //tla:SharePublish\n\t\t\td.request.Store(false) //tla:ShareClear\n"},
		},
		Mechanism: "a request that comes between the publication and its clearing is lost",
		Origin:    "classic: lost request",
		Model:     "NaiveSplit_ClearLate",
		Expect:    "assertion",
	},
	{
		Name: "split-keeps-the-old-slots", File: "wsq/split_ring.go",
		Edits:     []Edit{{"d.r, d.items = r, r.circular", "if d.r = r; d.items.slots == nil {\n\t\td.items = r.circular\n\t}"}},
		Mechanism: "the owner's copy of the slots belongs to an older ring, so thieves do not find its new items",
		Origin:    "ours to get wrong: a copy has to follow its original",
		Expect:    "linearizable",
	},
	{
		Name: "split-ignores-requests", File: "wsq/split.go",
		Edits:     []Edit{{"if !d.request.Load() { //tla:PushPoll", "if !d.request.Load() || true { //tla:PushPoll"}, {"if !d.request.Load() { //tla:PopPoll", "if !d.request.Load() || true { //tla:PopPoll"}},
		Mechanism: "a busy owner never answers requests, so its private items cannot be stolen",
		Origin:    "tokio-rs/tokio#525 and #621",
		Model:     "NaiveSplit_NoRequest",
		Expect:    "assertion",
	},

	// Faults of this project, found before the release.
	{
		Name: "chaselev-forgets-old-marks", File: "wsq/chaselev_ring.go",
		Edits:     []Edit{{"\tif d.before != nil {\n\t\td.forward()", "\tif d.before != nil && false {\n\t\td.forward()"}},
		Mechanism: "marks in a ring that was replaced while thieves claimed are ignored, so their slots are never cleared",
		Origin:    "our own: docs/track-record.md",
		Model:     "NaiveChaseLev_NoForward",
		Expect:    "assertion",
	},
	{
		Name: "abp-failed-pop-keeps", File: "wsq/abp.go",
		Edits:     []Edit{{"\tif d.b == 0 {\n\t\tif d.stale != 0 {\n\t\t\td.clearStale(2)\n\t\t}\n", "\tif d.b == 0 {\n"}},
		Mechanism: "a Pop that finds nothing clears nothing, so stolen items stay reachable",
		Origin:    "our own: docs/track-record.md",
	},
}
