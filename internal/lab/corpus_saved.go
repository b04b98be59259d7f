package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"

	"github.com/stealproof/stealproof/internal/lab/corpus"
	"github.com/stealproof/stealproof/internal/lab/results"
)

// bySubject is a file with a value of type T for each subject of the corpus.
type bySubject[T any] struct {
	file string
	of   func(T) string // the subject of a value
}

func resultsIn(file string) bySubject[corpus.Result] {
	return bySubject[corpus.Result]{file, func(r corpus.Result) string { return r.Subject }}
}

func verdictsIn(file string) bySubject[corpus.Verdicts] {
	return bySubject[corpus.Verdicts]{file, func(v corpus.Verdicts) string { return v.Subject }}
}

// read returns the saved values by subject.
func (b bySubject[T]) read() (map[string]T, error) {
	text, err := results.Read(filepath.FromSlash(b.file))
	if err != nil {
		return nil, err
	}
	var list []T
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", b.file, err)
	}
	saved := map[string]T{}
	for _, v := range list {
		saved[b.of(v)] = v
	}
	return saved, nil
}

// write saves the values of all subjects of the corpus: the new ones, and those from before.
func (b bySubject[T]) write(before map[string]T, got []T) error {
	all := maps.Clone(before)
	if all == nil {
		all = map[string]T{}
	}
	for _, g := range got {
		all[b.of(g)] = g
	}
	var list []T
	for _, s := range corpus.Subjects() {
		if v, known := all[s.String()]; known {
			list = append(list, v)
		}
	}
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return results.Write(filepath.FromSlash(b.file), append(text, '\n'))
}
