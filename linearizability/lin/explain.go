package lin

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/model"
)

// explaining finds out what is wrong with a history.
type explaining struct {
	j   *judge
	ops []model.Operation // until the first return that cannot be explained
	bad int               // the operation that returns then
}

func newExplaining(j *judge, ops []model.Operation) *explaining {
	order := slices.DeleteFunc(slices.Clone(ops), func(o model.Operation) bool { return !returned(&o) })
	slices.SortFunc(order, func(a, b model.Operation) int { return int(a.Return - b.Return) })
	e := &explaining{j: j, ops: ops}
	for n := range order {
		prefix := until(ops, order[n].Return)
		if !e.explained(prefix) {
			e.ops = prefix
			break
		}
	}
	e.bad = len(e.ops) - 1
	for i, o := range e.ops {
		if o.Return != math.MaxInt64 && (e.ops[e.bad].Return == math.MaxInt64 || o.Return > e.ops[e.bad].Return) {
			e.bad = i
		}
	}
	return e
}

// until returns the operations that were called by then. Those that had not returned return never.
func until(ops []model.Operation, at int64) (prefix []model.Operation) {
	for _, o := range ops {
		if o.Call > at {
			continue
		}
		if o.Return > at || !returned(&o) {
			o.Return = math.MaxInt64
		}
		prefix = append(prefix, o)
	}
	return prefix
}

// explained reports whether the operations can be explained. Those that have not returned may have
// taken effect or not.
func (e *explaining) explained(ops []model.Operation) bool {
	var returned, pending []model.Operation
	for _, o := range ops {
		if o.Return == math.MaxInt64 {
			pending = append(pending, o)
		} else {
			returned = append(returned, o)
		}
	}
	for subset := range 1 << min(len(pending), 6) {
		some := slices.Clone(returned)
		for i, o := range pending {
			if subset>>i&1 != 0 {
				some = append(some, o)
			}
		}
		if e.j.explains(some) {
			return true
		}
	}
	return false
}

// tooLate returns the operations, the last first, that explain the others if they take effect later
// than they returned. All of them returned before the bad one was called, and none of them can be left
// out. It returns none if that does not explain the others.
func (e *explaining) tooLate() (all []model.Operation) {
	var some, order []model.Operation
	for _, o := range e.ops {
		if o.Return != math.MaxInt64 {
			some = append(some, o)
		}
	}
	late := uint64(0)
	for i, o := range some {
		if o.Return < e.ops[e.bad].Call {
			late |= 1 << i
			order = append(order, o)
		}
	}
	explains := func(late uint64) bool { return e.j.w.explains(e.j.rules, e.j.order, some, orders{late: late}) }
	if !explains(late) {
		return nil
	}
	slices.SortStableFunc(order, func(a, b model.Operation) int { return int(a.Return - b.Return) })
	for _, o := range order {
		i := slices.Index(some, o)
		if explains(late &^ (1 << i)) {
			late &^= 1 << i
		} else {
			all = append(all, o)
		}
	}
	return all
}

// tooEarly says which later call must come before the only operation of late, if that is not the bad one: a Pop
// of a queue returned the second item, and not the first one.
func (e *explaining) tooEarly(late []model.Operation) string {
	if len(late) != 1 || e.j.order != Linearizable {
		return ""
	}
	at := slices.Index(e.ops, late[0])
	ops := slices.Clone(e.ops)
	ops[at].Client = -1 // it may overlap the later calls of its thread
	var last *model.Operation
	for i := range e.ops {
		o := &e.ops[i]
		if o.Call <= late[0].Return || last != nil && o.Call < last.Call {
			continue
		}
		if ops[at].Return = o.Call - 1; !e.explained(ops) {
			last = o
		}
	}
	if last == nil || *last == e.ops[e.bad] {
		return ""
	}
	return fmt.Sprintf("%s had returned before %s was called", callAndResult(late[0]), callOf(*last))
}

// overtaken names an operation other than the bad one that had returned before another one was called, if only
// this order is wrong. Then the bad result is right if the first of the two may take effect later.
func (e *explaining) overtaken() string {
	var some []model.Operation
	for _, o := range e.ops {
		if o.Return != math.MaxInt64 {
			some = append(some, o)
		}
	}
	bad := e.ops[e.bad]
	for i, o := range some {
		if o.Client == 0 || o.Return <= bad.Call || o == bad || !e.j.w.explains(e.j.rules, e.j.order, some, orders{late: 1 << i}) {
			continue
		}
		for _, later := range e.ops {
			if later != bad && later.Call > o.Return {
				return fmt.Sprintf("%s had returned before %s was called", callAndResult(o), callOf(later))
			}
		}
	}
	return ""
}

// others returns the operations that have returned beside the bad one, those of the preparation last.
func (e *explaining) others() (all []int) {
	for _, prepared := range []bool{false, true} {
		for i, o := range e.ops {
			if i != e.bad && o.Return != math.MaxInt64 && (o.Client == 0) == prepared {
				all = append(all, i)
			}
		}
	}
	return all
}

// sentence says what is wrong.
func (e *explaining) sentence() string {
	bad := e.ops[e.bad]
	what := fmt.Sprintf("%s %s", callOf(bad), resultOf(bad))
	// Would the result be right if operations before it could take effect later?
	if late := e.tooLate(); 0 < len(late) && len(late) < 4 {
		prepared := func(o model.Operation) bool { return o.Client == 0 }
		if says := e.overtaken(); says != "" && slices.ContainsFunc(late, prepared) {
			return fmt.Sprintf("%s, but %s.", what, says)
		}
		if !slices.ContainsFunc(late, func(o model.Operation) bool { return o.Invocation != bad.Invocation }) {
			return fmt.Sprintf("%s twice, and no order of the operations explains both.", what)
		}
		if says := e.tooEarly(late); says != "" {
			return fmt.Sprintf("%s, but %s.", what, says)
		}
		var names []string
		for _, o := range late {
			names = append(names, callAndResult(o))
		}
		return fmt.Sprintf("%s after %s had returned.", what, strings.Join(names, " and "))
	}
	// Would it be right without some other operation, or with another result of that?
	for _, i := range e.others() {
		o := e.ops[i]
		without := slices.Delete(slices.Clone(e.ops), i, i+1)
		if e.explained(without) {
			if bad.Invocation == o.Invocation {
				return fmt.Sprintf("%s %s twice, and no order of the operations explains both.", callOf(bad), resultOf(bad))
			}
			return fmt.Sprintf("%s although %s %s, and no order of the operations explains both.", what, callOf(o), resultOf(o))
		}
	}
	return fmt.Sprintf("%s, and no order of the operations explains that.", what)
}

// callAndResult names an operation, with its result if it has one.
func callAndResult(o model.Operation) string {
	if words := o.Invocation.Answered(); words != "" {
		return callOf(o) + " (" + words + ")"
	}
	return callOf(o)
}
