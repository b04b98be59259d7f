package wsqtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// lines tells which lines of a deque its operations never came to. Only lines count that access memory
// which threads may share.
type lines struct {
	inside []bool // by site: an operation, or the preparation of one, came to it
}

func newLines() *lines { return &lines{make([]bool, len(engine.Sites()))} }

func (l *lines) note(a *model.Access) {
	if int(a.Site) < len(l.inside) {
		l.inside[a.Site] = true
	}
}

// missed returns such lines of the types and functions that operations have come to, as file:line and
// the accessed expression. It is called when all searches have ended.
func (l *lines) missed() (missed []string) {
	sites := engine.Sites()
	ours, met, order := map[string]bool{}, map[string]bool{}, []engine.Site{}
	for id, is := range l.inside {
		if is {
			ours[owner(sites[id])] = true
		}
	}
	for id, s := range sites {
		switch {
		case s.Pos == "" || !ours[owner(s)] || strings.HasSuffix(s.Func, ".Contract"): // that is asked before
		case l.inside[id] || engine.Covered(uint32(id)):
			met[s.Pos] = true
		default:
			order = append(order, s)
		}
	}
	for _, s := range order {
		if !met[s.Pos] {
			met[s.Pos] = true
			missed = append(missed, fmt.Sprintf("%s (%s in %s)", s.Pos, s.Expr, s.Func))
		}
	}
	return missed
}

// owner returns the file and the type of a method, or the function.
func owner(s engine.Site) string {
	file, _, _ := strings.Cut(s.Pos, ":")
	of := s.Func
	if i := strings.LastIndex(of, "."); i > 0 {
		of = of[:i]
	}
	return file + " " + of
}

// log names the lines.
func (l *lines) log(t *testing.T) {
	t.Helper()
	missed := l.missed()
	if len(missed) == 0 {
		t.Log("executions came to all lines of the deque that access shared memory")
		return
	}
	const most = 10
	shown := missed[:min(most, len(missed))]
	more := ""
	if n := len(missed) - len(shown); n > 0 {
		more = fmt.Sprintf("; and %d more", n)
	}
	t.Logf("no execution came to these lines of the deque: %s%s", strings.Join(slices.Clone(shown), "; "), more)
}
