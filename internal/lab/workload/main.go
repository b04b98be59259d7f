package workload

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// Main does one measurement on one of the schedulers. The command's only argument is the Plan as
// JSON. Main prints the result as one line of JSON.
func Main(all []Scheduler) {
	if err := run(os.Args[1:], all); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, all []Scheduler) error {
	if len(args) != 1 {
		return fmt.Errorf("want: PLAN, as JSON")
	}
	var p Plan
	d := json.NewDecoder(strings.NewReader(args[0]))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return fmt.Errorf("want: PLAN, as JSON: %w", err)
	}
	m, err := Measure(p, all)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}
