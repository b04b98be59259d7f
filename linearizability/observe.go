package linearizability

import (
	"encoding/binary"
	"sort"

	"github.com/stealproof/stealproof/model"
)

// observe counts the situations of a round and returns a key. Two histories have the same
// key exactly if they have the same specification, and the same operations and results with
// calls and returns in the same order.
func (s *stress) observe(h *model.History, capacity int) string {
	s.Ops += len(h.Ops)
	type event struct {
		at     int64
		isCall bool
		op     int
	}
	order := make([]event, 0, 2*len(h.Ops))
	for i, o := range h.Ops {
		order = append(order, event{o.Call, true, i}, event{o.Return, false, i})
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if a.at != b.at {
			return a.at < b.at
		}
		return a.isCall && !b.isCall
	})
	key := binary.AppendUvarint(nil, uint64(capacity))
	for _, e := range order {
		o := h.Ops[e.op]
		if e.isCall {
			key = append(key, byte(o.Client), byte(o.Kind), byte(o.Status))
			key = binary.AppendVarint(key, int64(o.Value))
		} else {
			key = append(key, 0xff)
			key = binary.AppendUvarint(key, uint64(e.op))
		}
	}
	s.count(h, capacity)
	return string(key)
}

// count updates the coverage.
func (s *stress) count(h *model.History, capacity int) {
	lastItem, grown, reclaimed := false, false, false
	pushes, steals := 0, 0
	for i, o := range h.Ops {
		switch {
		case o.Status == model.Retry:
			s.Retries++
		case o.Status == model.Full:
			s.Refused++
		case o.Puts():
			pushes++
			taken := 0 // the most items that can have been taken before the push returned
			for _, p := range h.Ops {
				if p.Takes() && p.Call <= o.Return {
					taken++
				}
			}
			grown = grown || pushes-taken > capacity
			reclaimed = reclaimed || steals > 0 && pushes > capacity
		case o.Takes() && o.Kind == model.Steal:
			steals++
		}
		for _, p := range h.Ops[i+1:] {
			if p.Call > o.Return {
				break // the operations are sorted by call
			}
			if p.Client == o.Client {
				continue
			}
			s.Overlaps++
			if o.Kind.Owned() == p.Kind.Owned() {
				continue
			}
			if o.Kind == model.Steal && o.Takes() || p.Kind == model.Steal && p.Takes() {
				s.Steals++
			}
			if o.Kind != model.Push && p.Kind != model.Push && o.Takes() != p.Takes() {
				lastItem = true
			}
		}
	}
	if lastItem {
		s.LastItem++
	}
	if grown {
		s.Grown++
	}
	if reclaimed {
		s.Reclaimed++
	}
}
