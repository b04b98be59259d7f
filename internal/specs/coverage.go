package specs

import (
	"fmt"
	"maps"
	"slices"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/tlc"
)

// coverage compares with the manifest which parts of a module TLC never took. It uses all configurations that
// count coverage.
func (s *specs) coverage() {
	for _, m := range s.manifests() {
		var counting []*modelRow
		for _, r := range s.rows {
			if r.manifest == m && r.want.Covers && r.state == console.Held {
				counting = append(counting, r)
			}
		}
		all := 0
		for _, r := range m.Rows {
			if r.Covers {
				all++
			}
		}
		switch {
		case len(counting) == 0:
			continue
		case len(counting) < all:
			s.notes = append(s.notes, fmt.Sprintf("%s: parts that are never taken are judged only if all %s with coverage run.", m.Name, console.Plural(all, "configuration")))
			continue
		}
		last := counting[len(counting)-1]
		never := map[string]bool{}
		for _, part := range slices.DeleteFunc(last.never, func(part tlc.Part) bool {
			return slices.ContainsFunc(counting, func(r *modelRow) bool { return !slices.Contains(r.never, part) })
		}) {
			never[part.Text] = true
		}
		for _, part := range slices.Sorted(maps.Keys(never)) {
			if _, allowed := m.Never[part]; !allowed {
				last.miss("never taken: %s", part)
			}
		}
		for _, part := range slices.Sorted(maps.Keys(m.Never)) {
			if !never[part] {
				last.miss("taken, although the manifest lists it as never taken: %s", part)
			}
		}
		if len(last.wrong) > 0 {
			last.state = console.Violation
		}
	}
}
