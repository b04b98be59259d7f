package measure

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

const usage = "want: CONTESTANT WHAT WORKERS N SECONDS"

// Main does the measurement that the command line names: contestant, measurement, number of
// workers, n, seconds.
func Main(contestants map[string]Contestant) {
	if err := run(contestants, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(contestants map[string]Contestant, args []string) error {
	p, err := parse(args)
	if err != nil {
		return err
	}
	c, known := contestants[p.Peer]
	if !known {
		return fmt.Errorf("no contestant %s; there are %s", p.Peer, strings.Join(slices.Sorted(maps.Keys(contestants)), ", "))
	}
	r, err := c.Run(p)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// Args returns the plan as arguments for a program.
func (p Plan) Args() []string {
	return []string{p.Peer, p.What, strconv.Itoa(p.Workers), strconv.Itoa(p.N), strconv.FormatFloat(p.For.Seconds(), 'f', -1, 64)}
}

func parse(args []string) (Plan, error) {
	if len(args) != 5 {
		return Plan{}, fmt.Errorf("%s", usage)
	}
	p := Plan{Peer: args[0], What: args[1]}
	seconds, err := strconv.ParseFloat(args[4], 64)
	if err != nil {
		return p, fmt.Errorf("%s: %w", usage, err)
	}
	p.For = time.Duration(seconds * float64(time.Second))
	for i, to := range map[int]*int{2: &p.Workers, 3: &p.N} {
		if *to, err = strconv.Atoi(args[i]); err != nil {
			return p, fmt.Errorf("%s: %w", usage, err)
		}
	}
	return p, nil
}
