package strategy

// NewPart returns the strategy for one of several parts, numbered from 0. Together they cover what
// NewDPOR covers, so that each part can be searched in its own process. Near the root all threads
// are tried at each step. So every part meets the same subtrees, and searches only its own.
func NewPart(shard, shards int) *DPOR {
	return &DPOR{width: 4, shard: shard, shards: shards, root: -1, special: noFrame}
}

// trunk is how many steps with more than one thread to try lie above each subtree.
const trunk = 6

// mine reports whether the new frame i belongs to this part.
func (d *DPOR) mine(i int) bool {
	switch {
	case d.root >= 0:
	case d.forks(i) < trunk:
		f := &d.stack[i]
		f.backtrack = f.enabled &^ f.sleep
	default:
		d.parts++
		if d.parts%d.shards != d.shard {
			return false
		}
		d.root = i
	}
	return true
}

// forks returns how many frames above frame i had more than one thread to try.
func (d *DPOR) forks(i int) (n int) {
	for _, f := range d.stack[:i] {
		if f.thread >= 0 && (f.enabled&^f.sleep).Len() > 1 {
			n++
		}
	}
	return n
}
