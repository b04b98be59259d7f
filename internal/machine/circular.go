package machine

const (
	circularMaxItems = 8
	circularMaxSlots = 16
)

// circular is the ring of Duffy and THE, of which package wsq has circular. Index i has slot
// i modulo its length. Its owner doubles it with the lock held.
type circular struct {
	slots  [circularMaxSlots]uint8
	size   uint8 // the length, for thieves
	cap    uint8 // the length, for the owner
	pushed uint8
	taken  [circularMaxItems + 1]uint8
}

// teller is a Def of any state: it is told of each access of a region.
type teller interface {
	tell(Access)
	takes(variable string, i uint8)
	anew(variable string, first, count int)
}

// put writes the next item to a slot, which no thief reads.
func (c *circular) put(i uint8) Access {
	c.slots[i%c.cap] = c.pushed + 1
	return plainWriteAt("slots", i%c.cap)
}

// claim notes that the item of an index has been taken.
func (c *circular) claim(i, length uint8) { c.taken[c.slots[i%length]]++ }

// take clears the owner's slot.
func (c *circular) take(to teller, i uint8) (item uint8) {
	item, c.slots[i%c.cap] = c.slots[i%c.cap], 0
	to.takes("slots", i%c.cap)
	return item
}

// steal reads a thief's slot, and clears it unless it keeps the item.
func (c *circular) steal(to teller, i uint8, keeps bool) (item uint8) {
	slot := &c.slots[i%c.size]
	item = *slot
	to.tell(plainReadAt("slots", i%c.size))
	if !keeps {
		*slot = 0
		to.tell(plainWriteAt("slots", i%c.size))
	}
	return item
}

// double copies the items from index first up to end to a ring of twice the length. There,
// their indices are smaller by lower. The variable slots has so many words.
func (c *circular) double(to teller, words, first, end, lower uint8) {
	var slots [circularMaxSlots]uint8
	for i := first; i != end; i++ {
		slots[(i-lower)%(2*c.cap)] = c.slots[i%c.cap]
		to.tell(plainReadAt("slots", i%c.cap))
	}
	to.anew("slots", 0, int(words))
	for i := first; i != end; i++ {
		to.tell(plainWriteAt("slots", (i-lower)%(2*c.cap)))
	}
	c.slots = slots
	c.cap *= 2
	c.size = c.cap
}

// acquire has a thread take a lock and go on at a label.
func acquire(held, pc *uint8, variable string, next uint8) Access {
	if *held == 1 {
		return disabled
	}
	*held, *pc = 1, next
	return lock(variable)
}
