package park

import (
	"os"
	"syscall"
	"time"
)

// bell wakes the one goroutine that waits for it through the network poller: the
// thread that polls runs the goroutine itself, instead of leaving it to the processor
// of who rings. Nobody holds a thread or a processor while it waits. It is an eventfd.
//
// Who rings comes after hung of who waits, by way of Parker.armed.
type bell struct {
	file  *os.File
	tried bool
	count [8]byte // that wait reads
}

// one is what ring adds. In any byte order that is above 0, and far from full.
var one = []byte{1, 0, 0, 0, 0, 0, 0, 0}

// hung reports whether there is a bell, after having made one if that can be.
func (b *bell) hung() bool {
	if b.tried {
		return b.file != nil
	}
	b.tried = true
	if inBubble() {
		return false
	}
	fd, _, e := syscall.Syscall(syscall.SYS_EVENTFD2, 0, syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if e != 0 {
		return false // out of files, or an old system
	}
	f := os.NewFile(fd, "bell")
	if f.SetDeadline(time.Time{}) != nil { // the poller does not take it
		_ = f.Close()
		return false
	}
	b.file = f
	return true
}

// wait blocks until somebody has rung since the last wait. It may return without that.
// It answers false if it cannot wait.
func (b *bell) wait() bool {
	_, err := b.file.Read(b.count[:])
	return err == nil
}

func (b *bell) ring() { _, _ = b.file.Write(one) }

func (b *bell) close() {
	if b.file != nil {
		_ = b.file.Close()
	}
}

// looks is how often inBubble reads the clock, at most.
const looks = 1000

// inBubble reports whether the caller is in a bubble of testing/synctest. There, and
// nowhere else, the clock stands still while a goroutine runs. If a system's clock is too
// coarse to tell, inBubble reports true: ParkDirect does without a bell then.
func inBubble() bool {
	start := time.Now()
	for range looks {
		if time.Since(start) > 0 {
			return false
		}
	}
	return true
}
