package mutation

import (
	"fmt"
	"slices"
)

// A RowBreak breaks what a row of docs/seeds.md says. The test that the row names must fail.
type RowBreak struct {
	Row  string // the beginning of the feature, as the page has it
	Test string // as the row has it
	In   string // the package of the test, from the root
	Mutant
}

// Rows returns the breaks of the rows of docs/seeds.md.
func Rows() []RowBreak {
	all := slices.Concat(wspoolRows, cmuRows, vtRows, iithRows, duffyRows)
	for i := range all {
		all[i].Name = fmt.Sprintf("row-%d", i+1)
		all[i].Origin = "docs/seeds.md"
	}
	return all
}

// breaks returns a break. The last arguments are the edits: each an old text and a new one.
func breaks(row, test, in, file, fault string, edits ...string) RowBreak {
	m := Mutant{File: file, Mechanism: fault}
	for i := 0; i < len(edits); i += 2 {
		m.Edits = append(m.Edits, Edit{edits[i], edits[i+1]})
	}
	return RowBreak{row, test, in, m}
}

// The packages of the tests, and files with several breaks.
const (
	inClassic  = "pool/classic"
	inWsq      = "wsq"
	inPool     = "pool"
	inWsqtest  = "wsq/wsqtest"
	inMutant   = "internal/mutant"
	inLab      = "internal/lab"
	inWorkload = "internal/lab/workload"
	inPeers    = "internal/lab/peers"

	ofTask    = "pool/classic/task.go"
	ofFuture  = "pool/classic/future.go"
	ofWSPool  = "pool/classic/wspool.go"
	ofCMU     = "pool/classic/cmu.go"
	ofVT      = "pool/classic/vt.go"
	ofIITH    = "pool/classic/iith.go"
	ofDuffy   = "pool/classic/duffy.go"
	ofLocked  = "wsq/locked.go"
	ofCharts  = "internal/lab/bench_seeds_charts.go"
	ofKernels = "internal/lab/workload/workload.go"
)
