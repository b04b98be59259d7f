package lin

// hand is the results of calls that are not used as arguments yet: those of a thread, or of the preparation.
type hand struct{ free, all []ref }

// add adds the result of a call.
func (h *hand) add(before *hand, of *operation) {
	n := 1 + h.count(of)
	if h != before {
		n += before.count(of)
	}
	h.all, h.free = append(h.all, ref{of, n}), append(h.free, ref{of, n})
}

func (h *hand) count(of *operation) (n int) {
	for _, r := range h.all {
		if r.of == of {
			n++
		}
	}
	return n
}

// take returns the latest result of an operation that is free, of the thread or else of the preparation. It returns
// none if there is no such result.
func (h *hand) take(before *hand, of *operation) ref {
	for _, from := range []*hand{h, before} {
		for i := len(from.free) - 1; i >= 0; i-- {
			if r := from.free[i]; r.of == of {
				from.free = append(from.free[:i:i], from.free[i+1:]...)
				return r
			}
		}
	}
	return ref{}
}
