package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// Merge puts parts of searches together. Each file has what a run of one part has
// printed as JSON. If parts are missing it says so in a line, and a search that did
// not fail in another part has not ended.
func Merge(files []string) (all []report.Report, missing string, err error) {
	var b *board
	from := map[key][]string{} // by part
	print, first := map[string]string{}, map[string]string{}
	for _, file := range files {
		reports, err := readReports(file)
		if err != nil {
			return nil, "", err
		}
		for _, r := range reports {
			part, parts, err := report.ParsePart(r.Part)
			if err != nil {
				return nil, "", fmt.Errorf("%s has all of %s, and no part; it takes what check -shard i/n -json prints", file, r.Test)
			}
			if b == nil {
				b = newBoard(parts)
			}
			if parts != b.jobs {
				return nil, "", fmt.Errorf("%s has part %s of %s, and another file one of %d parts", file, r.Part, r.Test, b.jobs)
			}
			switch {
			case r.Fingerprint == "":
				return nil, "", fmt.Errorf("%s: part %s of %s has no fingerprint; run check -shard again with this version", file, r.Part, r.Test)
			case print[r.Package] == "":
				print[r.Package], first[r.Package] = r.Fingerprint, file
			case r.Fingerprint != print[r.Package]:
				return nil, "", fmt.Errorf("%s and %s search different sources, with other options or by another version; run all parts on the same", first[r.Package], file)
			}
			k := keyOf(r)
			if from[k] == nil {
				from[k] = make([]string, parts)
			}
			if other := from[k][part-1]; other != "" {
				return nil, "", fmt.Errorf("part %s of %s is there twice, in %s and %s", r.Part, r.Test, other, file)
			}
			from[k][part-1] = file
			r.Part, r.Fingerprint = "", ""
			b.add(part-1, r)
		}
	}
	if b == nil {
		return nil, "", errors.New("there are no searches in " + strings.Join(files, ", "))
	}
	ended, running := b.reports()
	return append(ended, running...), b.missing(), nil
}

// missing says which parts are not there.
func (b *board) missing() string {
	var all []string
	for part := range b.jobs {
		var without []string
		for _, k := range b.order {
			if b.parts[k][part].Test == "" && !slices.Contains(without, k.test) {
				without = append(without, k.test)
			}
		}
		switch text := fmt.Sprintf("part %d/%d", part+1, b.jobs); len(without) {
		case 0:
		case len(b.order):
			all = append(all, text)
		default:
			all = append(all, text+" of "+strings.Join(without, " and "))
		}
	}
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0] + " is missing"
	}
	return strings.Join(all, ", ") + " are missing"
}

func readReports(file string) (all []report.Report, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	for {
		var r report.Report
		err := d.Decode(&r)
		if err == io.EOF {
			return all, nil
		}
		if err == nil {
			err = r.Valid()
		}
		if err != nil {
			return nil, fmt.Errorf("%s is not what check -json prints: %w", file, err)
		}
		all = append(all, r)
	}
}
