package peers

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Exploration describes a run of a tool that controls schedules.
type Exploration struct {
	Tool     string        // its name in the program
	Scenario string        // pushes, pops, thieves, and steals of each, of a Chase-Lev deque
	For      time.Duration // it stops after this time
	WarmUp   time.Duration // an uncounted time before it; only for the JVM
	Broken   bool          // use the deque whose steal has no CAS
}

// Explored is the result of an exploration.
type Explored struct {
	Tool       string  `json:"tool"`
	Scenario   string  `json:"scenario"`
	Executions int     `json:"executions"`
	Seconds    float64 `json:"seconds"`
	Finished   bool    `json:"finished"` // every schedule was run
	Found      bool    `json:"found"`    // an item was taken twice in the last execution
}

// Rate returns executions per second.
func (e Explored) Rate() float64 { return float64(e.Executions) / e.Seconds }

// Explore runs a tool.
func (p *Program) Explore(ctx context.Context, x Exploration) (Explored, error) {
	args := []string{x.Tool, x.Scenario, seconds(x.For), "right"}
	if x.Broken {
		args[3] = "broken"
	}
	if x.WarmUp > 0 {
		args = append(args, seconds(x.WarmUp))
	}
	var e Explored
	if err := p.Run(ctx, x.For+x.WarmUp, &e, args...); err != nil {
		return Explored{}, err
	}
	return e, e.check(x)
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// check returns an error if e cannot be the result of x.
func (e Explored) check(x Exploration) error {
	switch {
	case e.Tool != x.Tool || e.Scenario != x.Scenario:
		return fmt.Errorf("%s, %s: the result is of %s, %s", x.Tool, x.Scenario, e.Tool, e.Scenario)
	case e.Executions <= 0 || e.Seconds <= 0:
		return fmt.Errorf("%s, %s: %d executions in %g s", x.Tool, x.Scenario, e.Executions, e.Seconds)
	case e.Found && !x.Broken:
		return fmt.Errorf("%s, %s: an item was taken twice after %d executions, by a deque that should be right", x.Tool, x.Scenario, e.Executions)
	}
	return nil
}

// FoundFault is what Lincheck found in a broken structure.
type FoundFault struct {
	Structure  string  `json:"structure"`
	Found      bool    `json:"found"`
	Executions int     `json:"executions"` // up to the first wrong result, or all
	ToFault    float64 `json:"to_fault"`   // seconds up to then, from the start of the check
	ToReport   float64 `json:"to_report"`  // seconds up to the report
}

// Lin has Lincheck check a structure for at most the given time.
func (p *Program) Lin(ctx context.Context, structure string, most time.Duration) (FoundFault, error) {
	var f FoundFault
	if err := p.Run(ctx, most, &f, "lin", structure, seconds(most)); err != nil {
		return FoundFault{}, err
	}
	if f.Structure != structure || f.Executions <= 0 || f.ToReport <= 0 || f.ToFault > f.ToReport {
		return FoundFault{}, fmt.Errorf("lin %s: %+v is no result", structure, f)
	}
	return f, nil
}
