package peers

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Exploration says what a tool that controls schedules is to run.
type Exploration struct {
	Tool     string        // as the program calls it
	Scenario string        // pushes pops thieves steals-each, of a Chase-Lev deque
	For      time.Duration // then it stops
	WarmUp   time.Duration // before that, not counted; only for the JVM
	Broken   bool          // a deque whose steal has no CAS
}

// Explored is what it has run.
type Explored struct {
	Tool       string  `json:"tool"`
	Scenario   string  `json:"scenario"`
	Executions int     `json:"executions"`
	Seconds    float64 `json:"seconds"`
	Finished   bool    `json:"finished"` // there are no others
	Found      bool    `json:"found"`    // an item was taken twice in the last one
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

// check returns what cannot be the result of x.
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
