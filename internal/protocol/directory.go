package protocol

import "sync"

// Directory has many readers. A method that holds the read lock reads without taking it again.
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

// directoryRecursive takes the read lock twice. A writer that waits in between blocks the second attempt, and
// itself waits for the first lock.
type directoryRecursive struct{ Directory }

func (d *directoryRecursive) Sum() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.Entry(0) + d.Entry(1)
}

// directoryTorn reads each entry under its own lock.
type directoryTorn struct{ Directory }

func (d *directoryTorn) Sum() int { return d.Entry(0) + d.Entry(1) }
