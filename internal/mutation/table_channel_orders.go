package mutation

// Faults of the order that channels make for the race detector.
var channelOrderTable = []CheckerMutant{
	ofSteps("channel-close-orders-nothing", "internal/engine/channel.go", "\t\tRelease(unsafe.Pointer(&c.closing))\n", "",
		"close orders nothing before the receive that it ends"),
	ofSteps("channel-closed-learns-nothing", "internal/engine/communicate.go", "\t\tAcquire(unsafe.Pointer(&on.closing))\n", "",
		"a receive from a closed channel learns nothing of the close"),
	ofSteps("channel-sends-one-slot", "internal/engine/channel.go", "&c.slots[c.sent%c.Capacity]", "&c.slots[0]",
		"all sends pass one slot"),
	ofSteps("channel-receives-one-slot", "internal/engine/channel.go", "&c.slots[c.read%c.Capacity]", "&c.slots[0]",
		"all receives pass one slot"),
	ofSteps("channel-sends-uncounted", "internal/engine/channel.go", "\tc.sent++\n", "",
		"each send passes the first slot"),
	ofSteps("channel-slot-learns-nothing", "internal/engine/channel.go", "\t\te.races.acquire(thread, o)\n", "",
		"a slot orders nothing after it"),
	ofSteps("channel-slot-tells-nothing", "internal/engine/channel.go", "\t\te.races.release(thread, o, true)\n", "",
		"a slot orders nothing before it"),
	ofSteps("channel-meets-unordered", "internal/engine/meet.go", "\t\te.races.meet(t.id, u.id)\n", "",
		"a rendezvous orders nothing"),
	ofSteps("channel-meets-one-way", "internal/engine/race.go", "\tcopy(b, a)\n\ta[t]++", "\ta[t]++",
		"a rendezvous orders only one of the two threads"),
}
