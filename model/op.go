package model

import "fmt"

// Kind is the kind of an operation on a deque.
type Kind uint8

const (
	Push   Kind = iota // owner: add at the bottom
	Pop                // owner: take at the bottom
	PopTop             // owner: take at the top
	Scrub              // owner: drop references to stolen items
	Steal              // thief: take at the top
	Batch              // thief: take several at the top
	Other              // an operation of another structure: see [Invocation]
)

var kindNames = [...]string{"push", "pop", "poptop", "scrub", "steal", "batch", "other"}

// String returns the name that [ParseKind] reads, such as "push".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Owned reports whether only the owner may run operations of this kind.
func (k Kind) Owned() bool { return k <= Scrub }

// ParseKind is the inverse of [Kind.String]. It returns an error for an unknown kind.
func ParseKind(s string) (Kind, error) {
	for k, name := range kindNames {
		if name == s {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("unknown operation %q; want push, pop, poptop, scrub, steal, batch or other", s)
}

// Status is the result of an operation, without its value.
type Status uint8

const (
	Done  Status = iota // Push, Scrub: it took effect; others: the value was taken
	Full                // Push: there was no room
	Empty               // Pop, PopTop, Steal: there was nothing to take
	Retry               // Steal: another operation got in the way
)

var statusNames = [...]string{"done", "full", "empty", "retry"}

// String returns the name that [ParseStatus] reads, such as "empty".
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("Status(%d)", uint8(s))
}

// ParseStatus is the inverse of [Status.String]. It returns an error for an unknown status.
func ParseStatus(s string) (Status, error) {
	for i, name := range statusNames {
		if name == s {
			return Status(i), nil
		}
	}
	return 0, fmt.Errorf("unknown result %q; want done, full, empty or retry", s)
}

// Operation is one completed operation of a history: the call, its result, and the times of both.
// A batch is recorded as one Steal for each of its items. They all have the interval of the call.
type Operation struct {
	Client int  // number of the goroutine; 0 is the first owner
	Kind   Kind // never Batch
	Value  int  // Push: the argument; others: the value taken, if Status is Done
	Status Status
	Call   int64 // time before the call
	Return int64 // time after the return; not less than Call

	Invocation Invocation // only of an operation of Kind Other
}

// Takes reports whether the operation took Value out of the deque.
func (o Operation) Takes() bool {
	return o.Status == Done && o.Kind != Push && o.Kind < Other && o.Kind != Scrub
}

// Puts reports whether the operation put Value into the deque.
func (o Operation) Puts() bool { return o.Status == Done && o.Kind == Push }

// String returns the operation and its result, such as "steal: 3" or "pop: empty".
func (o Operation) String() string {
	if answer := o.answered(); answer != "" {
		return o.called() + ": " + answer
	}
	return o.called()
}

func (o Operation) called() string {
	switch {
	case o.Invocation != nil:
		return o.Invocation.Called()
	case o.Kind == Push:
		return fmt.Sprintf("push %d", o.Value)
	}
	return o.Kind.String()
}

func (o Operation) answered() string {
	switch {
	case o.Invocation != nil:
		return o.Invocation.Answered()
	case o.Takes():
		return fmt.Sprint(o.Value)
	}
	return o.Status.String()
}

// Subject is a deque under test: its operations as functions on ints. A nil function is an
// operation that the deque does not have.
//
// Only one goroutine at a time calls Push, Pop, PopTop and Scrub. Any number of goroutines call
// Steal and StealBatch.
type Subject struct {
	Push       func(v int) (accepted bool)
	Pop        func() (v int, ok bool)
	PopTop     func() (v int, ok bool)
	Scrub      func()
	Steal      func() (v int, s Status)
	StealBatch func(dst []int) (n int, s Status)
}

// Offers reports whether the subject has operations of this kind.
func (s Subject) Offers(k Kind) bool {
	switch k {
	case PopTop:
		return s.PopTop != nil
	case Scrub:
		return s.Scrub != nil
	case Batch:
		return s.StealBatch != nil
	}
	return true
}

// Do runs one action and appends its operations to ops: one operation, or for a batch one steal
// for each item. A Push pushes value. Do calls now right before and right after the call.
func (s Subject) Do(a Action, client, value int, now func() int64, ops []Operation) []Operation {
	o := Operation{Client: client, Kind: a.Kind}
	ok := true
	switch a.Kind {
	case Push:
		o.Value = value
		o.Call = now()
		ok = s.Push(value)
		o.Return = now()
		if !ok {
			o.Status = Full
		}
		return append(ops, o)
	case Pop:
		o.Call = now()
		o.Value, ok = s.Pop()
		o.Return = now()
	case PopTop:
		o.Call = now()
		o.Value, ok = s.PopTop()
		o.Return = now()
	case Scrub:
		o.Call = now()
		s.Scrub()
		o.Return = now()
	case Steal:
		o.Call = now()
		o.Value, o.Status = s.Steal()
		o.Return = now()
	case Batch:
		o.Kind = Steal
		taken := make([]int, a.Max)
		var n int
		o.Call = now()
		n, o.Status = s.StealBatch(taken)
		o.Return = now()
		if o.Status == Done && n > 0 {
			for _, o.Value = range taken[:n] {
				ops = append(ops, o)
			}
			return ops
		}
	}
	if !ok {
		o.Status = Empty
	}
	if o.Status != Done {
		o.Value = 0 // Value has no meaning unless Status is Done
	}
	return append(ops, o)
}
