package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Each deque, with scenarios and schedules that a fuzzer chooses: by stealproof
// fuzz. TestSchedFuzz runs the corpora.

func FuzzSched_ChaseLev(f *testing.F)    { fuzzSched(f, "chaselev") }
func FuzzSched_Split(f *testing.F)       { fuzzSched(f, "split") }
func FuzzSched_ABP(f *testing.F)         { fuzzSched(f, "abp") }
func FuzzSched_Duffy(f *testing.F)       { fuzzSched(f, "duffy") }
func FuzzSched_THE(f *testing.F)         { fuzzSched(f, "the") }
func FuzzSched_THEKeepLast(f *testing.F) { fuzzSched(f, "the-keeplast") }
func FuzzSched_Locked(f *testing.F)      { fuzzSched(f, "locked") }

func fuzzSched(f *testing.F, name string) {
	for _, m := range wsqtest.Family() {
		if m.Name == name {
			wsqtest.Fuzz(f, m.New, wsqtest.Options[*wsqtest.Item]{})
			return
		}
	}
	require.FailNow(f, "no such deque", name)
}
