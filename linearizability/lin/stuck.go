package lin

import (
	"slices"
	"strings"

	"github.com/stealproof/stealproof/model"
)

// neverReturns says which of the calls that wait for ever should return.
func (j *judge) neverReturns(ops []model.Operation) string {
	var names, all []string
	advise := false
	for i := range ops {
		o := &ops[i]
		if returned(o) {
			continue
		}
		if name := callOf(*o); !slices.Contains(all, name) {
			all = append(all, name)
		}
		// The others may have taken effect or not.
		only := func(k *model.Operation) bool { return returned(k) || k == o }
		var rest []model.Operation
		for k := range ops {
			if only(&ops[k]) {
				rest = append(rest, ops[k])
			}
		}
		if !j.remembers(rest, true) && !slices.Contains(names, callOf(*o)) {
			names = append(names, callOf(*o))
			in := instanceOf(o.Invocation)
			advise = advise || in.op.can < 0
		}
	}
	if len(names) == 0 {
		return strings.Join(all, " and ") + " wait for ever, though the specification lets one of them return."
	}
	says := strings.Join(names, " and ") + " never returns, though the specification lets it."
	if advise {
		says += " If it is meant to wait, the specification needs a method Can" + instanceName(names[0]) + "."
	}
	return says
}

// instanceName returns the operation's name in the text of a call.
func instanceName(call string) string {
	name, _, _ := strings.Cut(call, "(")
	return name
}
