package protocol

import "sync"

// Directory is read by many. What holds the read lock already reads without.
type Directory struct {
	mu      sync.RWMutex
	entries [2]int
}

// Entry returns one entry.
func (d *Directory) Entry(i int) int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.entries[i]
}

// Sum returns the sum of all entries at one moment.
func (d *Directory) Sum() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.entries[0] + d.entries[1]
}

// Set changes the entries.
func (d *Directory) Set(entries [2]int) {
	d.mu.Lock()
	d.entries = entries
	d.mu.Unlock()
}

// directoryRecursive takes the read lock twice: a writer that waits in between
// keeps it from the second one, and waits for the first.
type directoryRecursive struct{ Directory }

func (d *directoryRecursive) Sum() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.Entry(0) + d.Entry(1)
}

// directoryTorn reads each entry under a lock of its own.
type directoryTorn struct{ Directory }

func (d *directoryTorn) Sum() int { return d.Entry(0) + d.Entry(1) }
