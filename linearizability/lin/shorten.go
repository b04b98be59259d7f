package lin

import "github.com/stealproof/stealproof/model"

// shorten leaves out calls at the end of the last part, as long as no order explains the calls before them. They were
// made after all others, so the rest is a history of the shorter scenario.
func (k *checker) shorten(sc *script, ops []model.Operation) (*script, []model.Operation) {
	s := *sc
	for n := len(ops) - 1; n > 0 && len(s.After) > 0 && ops[n].Client == afterClient && !k.judge.explains(ops[:n]); n-- {
		s.After, ops = s.After[:len(s.After)-1], ops[:n]
	}
	return &s, ops
}
