package park

import (
	"os"
	"syscall"
	"time"
)

// bell wakes the one goroutine that waits for it through the network poller. It is an eventfd. The thread that
// polls runs the goroutine itself; it does not leave the goroutine to the processor of the ringing goroutine.
// The waiting goroutine holds neither a thread nor a processor.
//
// A ring comes after the waiting goroutine has called hung; Parker.armed orders them.
type bell struct {
	file  *os.File
	tried bool
	count [8]byte // wait reads into it
}

// one is the number that ring adds. In either byte order it is above 0, and far below the limit.
var one = []byte{1, 0, 0, 0, 0, 0, 0, 0}

// hung creates the bell if necessary, and reports whether there is one.
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
		return false // no file descriptors left, or an old kernel
	}
	if scarce(fd) {
		_ = syscall.Close(int(fd))
		return false
	}
	f := os.NewFile(fd, "bell")
	if f.SetDeadline(time.Time{}) != nil { // the poller does not accept the file
		_ = f.Close()
		return false
	}
	b.file = f
	return true
}

// scarce reports whether a new file descriptor is in the upper half of those that the process may have. The system
// gives the lowest free one. The program around a pool needs the upper half for its connections and files: a pool
// may have hundreds of workers.
func scarce(fd uintptr) bool {
	var limit syscall.Rlimit
	return syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) == nil && uint64(fd) >= limit.Cur/2
}

// wait blocks until a ring after the last wait. It may return without a ring. It returns false if it cannot
// wait.
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
