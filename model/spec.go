package model

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Spec is a sequential specification of a work-stealing deque. The state is a list of items: Push
// and Pop work at its end, steals at its beginning. The zero Spec is strict and unbounded, and may
// answer Retry.
type Spec struct {
	// Hidden is the largest number of items with which a thief may get Empty. 0 is strict.
	// [AnyNumber] is the black-box form of "no public item". For the owner, Empty is always
	// strict.
	Hidden int
	// Contended: a thief may also be told Empty when another operation overlaps
	// with its own. [History.Resolved] turns these into Retry.
	Contended bool
	// Keeps is the number of items that thieves must leave in the deque.
	Keeps int
	// Capacity is the largest number of items, 0 if there is no limit.
	Capacity int
	// Slots says when a full deque has room again. It has no meaning without a Capacity.
	Slots Slots
	// NeverRetries forbids Retry.
	NeverRetries bool
}

// AnyNumber, as Spec.Hidden, allows a thief to get Empty at any time.
const AnyNumber = -1

// Slots says when a bounded deque may refuse a Push.
type Slots uint8

const (
	// Circular: exactly if it holds Capacity items.
	Circular Slots = iota
	// UntilEmpty: exactly if all slots have been used. The slot of a stolen item can be used again
	// only after the owner has taken the last item, or has found the deque empty.
	UntilEmpty
	// AnyTime: at any time. But the deque never holds more than Capacity items.
	AnyTime
)

var slotNames = [...]string{"circular", "until-empty", "any-time"}

// String returns the word in the text form of a Spec, such as "until-empty".
func (s Slots) String() string { return slotNames[s] }

// State is a state of a Spec. States are immutable, and comparable with ==.
type State struct {
	items string // 4 bytes for each item, the oldest first
	used  int    // UntilEmpty: slots used, from the first on
}

// Len returns the number of items.
func (s State) Len() int { return len(s.items) / 4 }

// Items returns the items, the oldest first.
func (s State) Items() []int {
	v := make([]int, s.Len())
	for i := range v {
		v[i] = s.at(i)
	}
	return v
}

func (s State) at(i int) int {
	var b [4]byte
	copy(b[:], s.items[4*i:])
	return int(int32(binary.BigEndian.Uint32(b[:])))
}

// String returns the items, such as "[1 2 3]".
func (s State) String() string { return fmt.Sprint(s.Items()) }

// Init returns the state of an empty deque.
func (s Spec) Init() State { return State{} }

// Step returns the state after the operation, and whether the specification allows the operation
// in state st. It is deterministic: the operation with its result fixes the next state. Values
// must fit 32 bits.
func (s Spec) Step(st State, o Operation) (State, bool) {
	n := st.Len()
	switch {
	case o.Kind == Scrub:
		return st, o.Status == Done
	case o.Kind == Push && o.Status == Done:
		if s.Capacity > 0 && (n >= s.Capacity || s.Slots == UntilEmpty && st.used >= s.Capacity) {
			return st, false
		}
		st.items += string(binary.BigEndian.AppendUint32(nil, uint32(o.Value)))
		st.used = s.usedAfter(st.used + 1)
		return st, true
	case o.Kind == Push && o.Status == Full:
		switch {
		case s.Capacity == 0:
			return st, false
		case s.Slots == Circular:
			return st, n == s.Capacity
		case s.Slots == UntilEmpty:
			return st, st.used == s.Capacity
		}
		return st, true
	case o.Kind == Pop && o.Status == Done:
		if n == 0 || st.at(n-1) != o.Value {
			return st, false
		}
		st.items = st.items[:4*(n-1)]
		st.used = s.usedAfter(st.used - 1)
		if n == 1 {
			st.used = 0
		}
		return st, true
	case o.Kind == PopTop && o.Status == Done, o.Kind == Steal && o.Status == Done:
		if n == 0 || o.Kind == Steal && n <= s.Keeps || st.at(0) != o.Value {
			return st, false
		}
		st.items = st.items[4:]
		return st, true
	case o.Kind == Pop && o.Status == Empty:
		st.used = 0
		return st, n == 0
	case o.Kind == PopTop && o.Status == Empty:
		return st, n == 0
	case o.Kind == Steal && o.Status == Empty:
		return st, s.Hidden == AnyNumber || n <= s.Hidden
	case o.Kind == Steal && o.Status == Retry:
		return st, !s.NeverRetries
	}
	return st, false
}

// usedAfter keeps used at 0 where it has no meaning, so that equal states compare as equal.
func (s Spec) usedAfter(used int) int {
	if s.Slots != UntilEmpty || s.Capacity == 0 {
		return 0
	}
	return used
}

// String returns the text form that [ParseSpec] reads, such as "strict" or "hidden=1 keeps=1
// capacity=8 slots=until-empty never-retries".
func (s Spec) String() string {
	var words []string
	switch s.Hidden {
	case 0:
		words = append(words, "strict")
	case AnyNumber:
		words = append(words, "relaxed")
	default:
		words = append(words, fmt.Sprintf("hidden=%d", s.Hidden))
	}
	if s.Contended {
		words = append(words, "or-retry")
	}
	if s.Keeps > 0 {
		words = append(words, fmt.Sprintf("keeps=%d", s.Keeps))
	}
	if s.Capacity > 0 {
		words = append(words, fmt.Sprintf("capacity=%d slots=%s", s.Capacity, s.Slots))
	}
	if s.NeverRetries {
		words = append(words, "never-retries")
	}
	return strings.Join(words, " ")
}

// ParseSpec is the inverse of [Spec.String]. The words may come in any order, each at most once.
// Without slots, they are circular. It returns an error for any other text.
func ParseSpec(text string) (Spec, error) {
	var s Spec
	given := map[string]bool{}
	for _, word := range strings.Fields(text) {
		name, value, valued := strings.Cut(word, "=")
		if given[name] {
			return Spec{}, fmt.Errorf("spec: %s is given twice", name)
		}
		given[name] = true
		var err error
		switch {
		case word == "strict":
			s.Hidden = 0
		case word == "relaxed":
			s.Hidden = AnyNumber
		case word == "or-retry":
			s.Contended = true
		case word == "never-retries":
			s.NeverRetries = true
		case name == "hidden" && valued:
			s.Hidden, err = parseNumber(word, value, 0)
		case name == "keeps" && valued:
			s.Keeps, err = parseNumber(word, value, 1)
		case name == "capacity" && valued:
			s.Capacity, err = parseNumber(word, value, 1)
		case name == "slots" && valued:
			s.Slots, err = parseSlots(word, value)
		default:
			err = fmt.Errorf("spec: unknown word %q; want strict, relaxed, hidden=N, or-retry, keeps=N, capacity=N, slots=..., never-retries", word)
		}
		if err != nil {
			return Spec{}, err
		}
	}
	empties := 0
	for _, name := range []string{"strict", "relaxed", "hidden"} {
		if given[name] {
			empties++
		}
	}
	switch {
	case empties != 1:
		return Spec{}, fmt.Errorf("spec: %q: want exactly one of strict, relaxed and hidden=N", text)
	case given["slots"] && !given["capacity"]:
		return Spec{}, fmt.Errorf("spec: %q: slots without a capacity", text)
	}
	return s, nil
}

func parseNumber(word, value string, least int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least {
		return 0, fmt.Errorf("spec: %q: want a number from %d after the =", word, least)
	}
	return n, nil
}

func parseSlots(word, value string) (Slots, error) {
	i := slices.Index(slotNames[:], value)
	if i < 0 {
		return 0, fmt.Errorf("spec: %q: want slots=circular, until-empty or any-time", word)
	}
	return Slots(i), nil
}
