package engine

import (
	"fmt"
	"sync"

	"github.com/stealproof/stealproof/internal/report"
)

// outsiders are the goroutines that rewritten code has started outside of executions, such as those
// of package variables. They go on for real. The value is where. The keys are a pointer, which is
// there from the go statement on, and the goroutine's number, once it runs.
var outsiders sync.Map

// GoOutside is go f() outside of an execution.
func GoOutside(site uint32, f func()) {
	started := new(uint32)
	outsiders.Store(started, site)
	go func() {
		number := self()
		outsiders.Store(number, site)
		defer outsiders.Delete(started)
		defer outsiders.Delete(number)
		f()
	}()
}

// servedOutside returns the failure of threads that wait for a channel that such a goroutine may
// use, or nil.
func (e *engine) servedOutside() *Failure {
	for rest := e.state.Live &^ e.alarms.background; rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		if !t.comm.stands {
			continue
		}
		for _, c := range t.comm.cases {
			if c.On == nil || c.On.known {
				continue
			}
			by := ""
			outsiders.Range(func(_, site any) bool {
				by = fmt.Sprintf("%v", Where(site.(uint32)))
				return false
			})
			if by != "" {
				return &Failure{Rule: report.RuleEarlier, Detail: fmt.Sprintf("%s waits for a channel that was made before the test; %s has started a goroutine", t.title(), by)}
			}
		}
	}
	return nil
}
