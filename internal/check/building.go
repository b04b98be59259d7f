package check

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"sync"
	"time"
)

// Progress is the progress of a build.
type Progress struct {
	Doing    string
	Compiled int // number of compiled packages, not counting those in the cache
}

// meter reports the progress of a build.
type meter struct {
	mu   sync.Mutex
	at   Progress
	tell func(Progress)
}

// begin makes the meter report about every second, until end is called.
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

// names counts the packages in the output of go list -v.
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

// aPackage matches a line that is the name of a package. The name of an external test package is followed by
// its package in brackets.
var aPackage = regexp.MustCompile(`^[\w.~+-]+(/[\w.~+-]+)*( \[[\w.~+/-]+\])?$`)

// compile compiles the imports of the tests if the caller wants to see progress. Later steps take the results
// from the cache, and report any errors.
func (m *meter) compile(ctx context.Context, s Source) error {
	if m.tell == nil {
		return nil
	}
	m.set("compiling its imports")
	args := []string{"list", "-v", "-e", "-export", "-deps", "-test", "-f", ""}
	if s.Race {
		args = append(args, "-race")
	}
	c := exec.CommandContext(ctx, "go", append(args, s.Test)...)
	c.Dir, c.Stderr = s.Dir, &names{found: func() { m.add(1) }}
	return interrupted(ctx, c.Run())
}
