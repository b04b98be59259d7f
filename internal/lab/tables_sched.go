package main

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
)

var schedulerRun = pageRun{file: "sched", command: "bench sched"}

// schedulerRows name the tool as the rates do, as the searches do, and as the seeded bug does.
var schedulerRows = []struct{ rate, by, search, scenario, bug, why string }{
	{"ours, DPOR", "", "ours, steps", largeScenario, "ours, DPOR", "The reduction runs one schedule of each class."},
	{"ours, DPOR, race detection", "without / with race detection", "", "", "", "Each access also compares vector clocks."},
	{"ours, random", "", "ours, histories judged", smallScenario, "ours, random", "Random runs need no reduction; the search beside it judges every history instead of steps."},
	{"loom, weak memory", "ours, DPOR / loom", "loom", "", "loom, weak memory", "loom also explores weak memory orders, which Go's atomics do not have."},
	{"shuttle, random", "ours, DPOR / shuttle", "shuttle", "", "shuttle, random", "shuttle has no reduction, so its search grows fastest; its owner is the main thread, so it schedules one thread fewer."},
	{"Lincheck, told of one core", "ours, DPOR / lincheck", "Lincheck", "", "Lincheck, told of one core", "Lincheck also orders plain accesses, and switches between real threads, which do not spin if it is told of one core."},
	{"Lincheck, as it comes", "", "", "", "", "Its threads spin while they wait for their turn."},
}

var schedulerTable = pageTable{name: "scheduler", runs: []pageRun{schedulerRun}, make: func(runs []benchDocument) ([]string, [][]string, error) {
	const rates, searches = "executions per second", "seconds for all schedules"
	d := runs[0]
	head := []string{"Tool", "executions a second", "ours, DPOR / it", "search of all schedules", "time", "ours, the same scenario", "executions until it finds the bug", "targets", "Why"}
	var rows [][]string
	for _, e := range schedulerRows {
		r, err := d.find(rates, e.rate, "")
		if err != nil {
			return nil, nil, err
		}
		cells := []string{r.What, r.Unit.show(r.Spread.Median), "", "", "", "", "", listed(d.targets(rates, e.rate), d.targets(searches, e.search)), e.why}
		if e.by != "" {
			by, err := d.find(rates, e.by, "")
			if err != nil {
				return nil, nil, err
			}
			cells[2] = strings.TrimSuffix(ratio(by.Ratio.Median), " x")
		}
		if e.search != "" {
			s, err := d.find(searches, e.search+", largest finished", e.scenario)
			if err != nil { // it has finished the first scenario
				s, err = d.find(searches, e.search, e.scenario)
			}
			if err != nil {
				return nil, nil, err
			}
			cells[3] = fmt.Sprintf("%s: %s", s.Scenario, console.Plural(s.Executions, "execution"))
			cells[4] = s.Unit.show(s.Spread.Median)
			if e.scenario == "" {
				cells[5] = s.Unit.show(s.Spread.Median / s.Ratio.Median)
			}
		}
		if e.bug != "" {
			b, err := d.find("executions to find a steal without CAS", e.bug, "")
			if err != nil {
				return nil, nil, err
			}
			cells[6] = console.Count(b.Executions)
		}
		rows = append(rows, cells)
	}
	return head, rows, nil
}}
