// Command seeds does one measurement of package workload. Its argument is a Plan as JSON, and
// it prints what was measured as one line of JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/stealproof/stealproof/internal/workload"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("want: PLAN, as JSON")
	}
	var p workload.Plan
	d := json.NewDecoder(strings.NewReader(os.Args[1]))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return fmt.Errorf("want: PLAN, as JSON: %w", err)
	}
	m, err := workload.Measure(p)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}
