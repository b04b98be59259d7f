package lin

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/stealproof/stealproof/internal/atomicfile"
	"github.com/stealproof/stealproof/model"
)

// pictureTime bounds porcupine's search for the longest explanations that it can draw.
const pictureTime = 5 * time.Second

// picture writes porcupine's picture of a history to a file in the user's cache, and returns its path. It returns ""
// if it cannot be written, or if the condition is one that porcupine does not know.
func (k *checker) picture(ops []model.Operation) string {
	if k.condition != Linearizable || len(ops) == 0 {
		return ""
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	name := strings.Trim(noFileName.ReplaceAllString(k.t.Name(), "-"), "-.")
	path := filepath.Join(dir, "stealproof", "pictures", name+".html")
	if os.MkdirAll(filepath.Dir(path), 0o755) != nil || atomicfile.Write(path, func(w io.Writer) error { return k.draw(w, ops) }) != nil {
		return ""
	}
	return path
}

var noFileName = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// draw writes the picture.
func (k *checker) draw(w io.Writer, ops []model.Operation) error {
	m := k.porcupine()
	_, info := porcupine.CheckOperationsVerbose(m, drawable(ops), pictureTime)
	return porcupine.Visualize(m, info, w)
}

// drawn is an operation, or a part of one, in the picture.
type drawn struct {
	*model.Operation
	part
}

// drawnAt is a state, and the requests that were made.
type drawnAt struct {
	state    int
	requests uint64
}

// drawable converts operations. Those that have not returned end after all others. A request is an operation of its own.
func drawable(ops []model.Operation) (all []porcupine.Operation) {
	last := int64(0)
	for i := range ops {
		o := &ops[i]
		if last = max(last, o.Call); returned(o) {
			last = max(last, o.Return)
		}
	}
	w := walk{ops: ops}
	if !w.split(false) {
		return nil
	}
	clients := map[int]int{}
	for _, p := range w.parts {
		o := ops[p.op]
		client := 2*o.Client + 1
		if p.request {
			client-- // two parts of one client overlap
		}
		if _, known := clients[client]; !known {
			clients[client] = len(clients)
		}
		if !returned(&o) {
			o.Return = last + 1
		}
		all = append(all, porcupine.Operation{ClientId: clients[client], Input: drawn{&ops[p.op], p}, Call: o.Call, Return: o.Return})
	}
	return all
}

// porcupine returns the specification as a model. An operation that has not returned may have no effect.
func (k *checker) porcupine() porcupine.Model {
	rules := k.judge.rules
	m := porcupine.NondeterministicModel{
		Init: func() []any { return []any{drawnAt{state: rules.first()}} },
		Step: func(state, input, _ any) (all []any) {
			d, at := input.(drawn), state.(drawnAt)
			if !returned(d.Operation) {
				all = append(all, at)
			}
			var next []int
			switch bit := uint64(1) << d.op; {
			case d.request:
				next = rules.request(at.state, instanceOf(d.Invocation).numbered(d.call))
				at.requests |= bit
			case !asks(d.Invocation) || at.requests&bit != 0:
				next, _ = rules.next(at.state, numbered(d.Invocation, d.call))
				at.requests &^= bit
			}
			for _, n := range next {
				all = append(all, drawnAt{n, at.requests})
			}
			return all
		},
		Equal: func(a, b any) bool { return a == b },
		DescribeOperation: func(input, _ any) string {
			if d := input.(drawn); d.request {
				return "request of " + callOf(*d.Operation)
			}
			return callAndResult(*input.(drawn).Operation)
		},
		DescribeState: func(state any) string { return rules.describe(state.(drawnAt).state) },
	}
	return m.ToModel()
}
