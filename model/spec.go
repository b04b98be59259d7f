package model

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Spec is a sequential specification of a work-stealing deque: a list of items,
// Push and Pop at its end, steals at its beginning. The zero Spec is the strict,
// unbounded one that may answer Retry.
type Spec struct {
	// Hidden is the number of items up to which a thief may be told Empty: 0
	// is strict, [AnyNumber] is the black-box form of "no public item".
	// For Pop, empty is always strict.
	Hidden int
	// Contended: a thief may also be told Empty when another operation overlaps
	// with its own. [History.Resolved] turns these into Retry.
	Contended bool
	// Keeps is the number of items that thieves leave: a steal of one more is
	// forbidden.
	Keeps int
	// Capacity is the largest number of items, 0 if there is no limit.
	Capacity int
	// Slots says when a full deque has room again. Without Capacity it has no
	// meaning.
	Slots Slots
	// NeverRetries forbids Retry.
	NeverRetries bool
}

// AnyNumber as Spec.Hidden allows a thief to be told Empty at any time.
const AnyNumber = -1

// Slots says when a bounded deque may refuse a Push.
type Slots uint8

const (
	// Circular: exactly if Capacity items are in it.
	Circular Slots = iota
	// UntilEmpty: exactly if the deque has been filled to its last slot, where
	// a stolen item's slot comes back only when the owner takes the last
	// item or finds none.
	UntilEmpty
	// AnyTime: whenever it likes, but it never holds more than Capacity.
	AnyTime
)

var slotNames = [...]string{"circular", "until-empty", "any-time"}

func (s Slots) String() string { return slotNames[s] }

// State is the state of a Spec. States are immutable and comparable with ==.
type State struct {
	items string // 4 bytes an item, the oldest first
	used  int    // UntilEmpty: slots used, counted from the first
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

// Init returns the empty deque.
func (s Spec) Init() State { return State{} }

// Step reports whether the specification allows the operation in this state,
// and the state after it. It is deterministic: the result fixes the next state.
// Values must fit 32 bits.
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

// usedAfter keeps used at 0 where it has no meaning, so that equal states are
// equal.
func (s Spec) usedAfter(used int) int {
	if s.Slots != UntilEmpty || s.Capacity == 0 {
		return 0
	}
	return used
}

// String returns the text form that [ParseSpec] reads, such as "strict" or
// "hidden=1 keeps=1 capacity=8 slots=until-empty never-retries".
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

// ParseSpec is the inverse of [Spec.String]. The words may stand in any order,
// each once at most; slots are circular if they are not given.
func ParseSpec(text string) (Spec, error) {
	var s Spec
	given := map[string]bool{}
	for _, word := range strings.Fields(text) {
		name, value, valued := strings.Cut(word, "=")
		if given[name] {
			return Spec{}, fmt.Errorf("spec: %s stands there twice", name)
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
		return 0, fmt.Errorf("spec: %q: want a number from %d behind the =", word, least)
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
