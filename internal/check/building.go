package check

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"sync"
	"time"
)

// Progress is how far a build is.
type Progress struct {
	Doing    string
	Compiled int // packages, those in the cache left out
}

// meter tells how far a build is.
type meter struct {
	mu   sync.Mutex
	at   Progress
	tell func(Progress)
}

// begin has the meter tell about every second, until end is called.
func (m *meter) begin() (end func()) {
	if m.tell == nil {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				m.add(0)
			case <-stop:
				return
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

func (m *meter) set(doing string) {
	m.mu.Lock()
	m.at.Doing = doing
	m.mu.Unlock()
	m.add(0)
}

func (m *meter) add(packages int) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at.Compiled += packages
	m.tell(m.at)
}

// names counts the packages in what go list -v prints.
type names struct {
	found func()
	line  []byte
}

func (n *names) Write(p []byte) (int, error) {
	n.line = append(n.line, p...)
	for {
		line, rest, whole := bytes.Cut(n.line, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		if aPackage.Match(bytes.TrimRight(line, "\r")) {
			n.found()
		}
		n.line = rest
	}
}

// aPackage is a line with nothing but the name of a package. That of an external test has
// the package of its own in brackets.
var aPackage = regexp.MustCompile(`^[\w.~+-]+(/[\w.~+-]+)*( \[[\w.~+/-]+\])?$`)

// compile has the go command compile what the tests import, if anybody wants to know how
// far that is. The steps after it take that from the cache, and say what is wrong.
func (m *meter) compile(ctx context.Context, s Source) error {
	if m.tell == nil {
		return nil
	}
	m.set("compiling what it imports")
	args := []string{"list", "-v", "-e", "-export", "-deps", "-test", "-f", ""}
	if s.Race {
		args = append(args, "-race")
	}
	c := exec.CommandContext(ctx, "go", append(args, s.Test)...)
	c.Dir, c.Stderr = s.Dir, &names{found: func() { m.add(1) }}
	return interrupted(ctx, c.Run())
}
