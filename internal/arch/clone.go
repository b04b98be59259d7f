package arch

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

const (
	// resultsDir has measurements and findings. Its files are compressed, and may be large.
	resultsDir = "internal/lab/results"

	largestFile = 200_000
	largestDocs = 1_000_000
)

// largeFiles are files that may be larger than largestFile, each with its reason.
var largeFiles = map[string]string{}

// CheckClone returns a message for each file that is too large for a clone. It also returns one for each file
// of docs that is neither a page nor a drawing of a page; raw data belongs in resultsDir.
func CheckClone(root fs.FS, large map[string]string) (faults []string, err error) {
	docs := int64(0)
	seen := map[string]bool{}
	err = fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (isBuilt(p) || p == resultsDir):
			return fs.SkipDir
		case d.IsDir() || isBuilt(p):
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if strings.HasPrefix(p, "docs/") {
			docs += info.Size()
			if ext := path.Ext(p); ext != ".md" && ext != ".svg" {
				faults = append(faults, fmt.Sprintf("%s is neither a page nor a drawing; move raw data to %s", p, resultsDir))
			}
		}
		if info.Size() > largestFile {
			seen[p] = true
			if large[p] == "" {
				faults = append(faults, fmt.Sprintf("%s has %d bytes, more than %d; make it smaller, or add a reason to largeFiles", p, info.Size(), largestFile))
			}
		}
		return nil
	})
	if docs > largestDocs {
		faults = append(faults, fmt.Sprintf("docs has %d bytes; want at most %d", docs, largestDocs))
	}
	for p := range large {
		if !seen[p] {
			faults = append(faults, fmt.Sprintf("%s is no longer large; remove it from largeFiles", p))
		}
	}
	slices.Sort(faults)
	return faults, err
}

// isBuilt reports whether a path is a file that tools create in a checkout and that is not committed.
func isBuilt(p string) bool {
	switch base := path.Base(p); {
	case base == ".git" || base == "target" || strings.HasSuffix(p, "testdata/rapid"):
		return true
	default:
		return path.Ext(base) == ".test" || path.Ext(base) == ".out"
	}
}
