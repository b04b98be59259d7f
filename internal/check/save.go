package check

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/stealproof/stealproof/internal/atomicfile"
	"github.com/stealproof/stealproof/internal/report"
)

// Save writes a page for each search that broke a rule, and index.html with links to the pages. The claim says
// what all searches together have shown. The sources are below the module's directory.
func Save(to string, reports []report.Report, claim, module string) error {
	files := map[int]string{}
	taken := map[string]bool{}
	for i, r := range reports {
		if r.Ending != report.Failed {
			continue
		}
		files[i] = pageName(r, taken)
		err := atomicfile.Write(filepath.Join(to, files[i]), func(w io.Writer) error { return WriteHTML(w, r, module) })
		if err != nil {
			return err
		}
	}
	return atomicfile.Write(filepath.Join(to, "index.html"), func(w io.Writer) error { return writeIndex(w, reports, files, claim) })
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// pageName returns a unique name for the page of a search.
func pageName(r report.Report, taken map[string]bool) string {
	base := strings.Trim(notInNames.ReplaceAllString(r.Test, "-"), "-.")
	if taken[base] || base == "index" {
		for n := 2; ; n++ {
			if next := fmt.Sprintf("%s-%d", base, n); !taken[next] {
				base = next
				break
			}
		}
	}
	taken[base] = true
	return base + ".html"
}

// SaveNDJSON writes the schedules that broke rules to a file. [report.Report.WriteNDJSON] describes the format.
func SaveNDJSON(file string, reports []report.Report) error {
	return atomicfile.Write(file, func(w io.Writer) error {
		for _, r := range reports {
			if err := r.WriteNDJSON(w); err != nil {
				return err
			}
		}
		return nil
	})
}
