package pool

import "cmp"

// split is quicksort.split for ordered elements; splitFunc is its twin. No index leaves s, even
// if the comparisons contradict each other.
func split[T cmp.Ordered](s []T, below *T) (lo, hi int) {
	m := pivot(len(s), func(i, j int) bool { return cmp.Less(s[i], s[j]) })
	s[0], s[m] = s[m], s[0]
	p := s[0]
	i, j := 1, len(s)-1
	if below != nil && !cmp.Less(*below, p) {
		// No element is smaller than the pivot. The elements that equal it come first.
		for {
			for i <= j && !cmp.Less(p, s[i]) {
				i++
			}
			for i <= j && cmp.Less(p, s[j]) {
				j--
			}
			if i > j {
				return 0, i
			}
			s[i], s[j] = s[j], s[i]
			i++
			j--
		}
	}
	for {
		for i <= j && cmp.Less(s[i], p) {
			i++
		}
		for i <= j && !cmp.Less(s[j], p) {
			j--
		}
		if i > j {
			s[0], s[j] = s[j], s[0]
			return j, j + 1
		}
		s[i], s[j] = s[j], s[i]
		i++
		j--
	}
}

func splitFunc[T any](s []T, below *T, compare func(a, b T) int) (lo, hi int) {
	m := pivot(len(s), func(i, j int) bool { return compare(s[i], s[j]) < 0 })
	s[0], s[m] = s[m], s[0]
	p := s[0]
	i, j := 1, len(s)-1
	if below != nil && compare(*below, p) >= 0 {
		for {
			for i <= j && compare(p, s[i]) >= 0 {
				i++
			}
			for i <= j && compare(p, s[j]) < 0 {
				j--
			}
			if i > j {
				return 0, i
			}
			s[i], s[j] = s[j], s[i]
			i++
			j--
		}
	}
	for {
		for i <= j && compare(s[i], p) < 0 {
			i++
		}
		for i <= j && compare(s[j], p) >= 0 {
			j--
		}
		if i > j {
			s[0], s[j] = s[j], s[0]
			return j, j + 1
		}
		s[i], s[j] = s[j], s[i]
		i++
		j--
	}
}
