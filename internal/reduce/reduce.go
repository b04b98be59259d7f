// Package reduce is the reducer of everything that breaks a rule: scenarios, histories, and the bytes of a fuzzer.
package reduce

import "slices"

// List returns a shorter list of which keeps is still true. It leaves out runs of elements, first the whole list,
// then runs of half the length, and so on. The last elements are left out first, so the first ones tend to stay. At the
// end, keeps was false for the list without any one of its elements, unless the answers of keeps change. It calls
// keeps only with shorter lists, which are new. The list does not change.
func List[E any](list []E, keeps func(shorter []E) bool) []E {
	for size := len(list); size > 0; {
		found := false
		for at := len(list) - size; at >= 0; {
			if shorter := slices.Delete(slices.Clone(list), at, at+size); keeps(shorter) {
				list, found = shorter, true
			}
			at = min(at-size, len(list)-size)
		}
		if size > 1 || !found {
			size /= 2
		}
		size = min(size, len(list))
	}
	return list
}
