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

// drawable converts operations. Those that have not returned end after all others.
func drawable(ops []model.Operation) (all []porcupine.Operation) {
	last := int64(0)
	for i := range ops {
		o := &ops[i]
		if last = max(last, o.Call); returned(o) {
			last = max(last, o.Return)
		}
	}
	clients := map[int]int{}
	for i := range ops {
		o := ops[i]
		if _, known := clients[o.Client]; !known {
			clients[o.Client] = len(clients)
		}
		if !returned(&o) {
			o.Return = last + 1
		}
		all = append(all, porcupine.Operation{ClientId: clients[o.Client], Input: &ops[i], Call: o.Call, Return: o.Return})
	}
	return all
}

// porcupine returns the specification as a model. An operation that has not returned may have no effect.
func (k *checker) porcupine() porcupine.Model {
	rules := k.judge.rules
	m := porcupine.NondeterministicModel{
		Init: func() []any { return []any{rules.first()} },
		Step: func(state, input, _ any) (all []any) {
			o := input.(*model.Operation)
			next, _ := rules.next(state.(int), o.Invocation)
			for _, n := range next {
				all = append(all, n)
			}
			if !returned(o) {
				all = append(all, state)
			}
			return all
		},
		Equal:             func(a, b any) bool { return a == b },
		DescribeOperation: func(input, _ any) string { return callAndResult(*input.(*model.Operation)) },
		DescribeState:     func(state any) string { return rules.describe(state.(int)) },
	}
	return m.ToModel()
}
