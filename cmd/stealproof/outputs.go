package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

// outputs are the files that receive the results of searches.
type outputs struct {
	html, ndjson string
}

func (o *outputs) register(fs *flag.FlagSet) {
	fs.StringVar(&o.html, "html", "", "write an HTML page for each failure, and an index, into this `directory`")
	fs.StringVar(&o.ndjson, "ndjson", "", "write the failing schedules into this `file`, one step a line")
}

// writable returns an error if one of the files cannot be written.
func (o *outputs) writable() error {
	if err := console.Writable(o.html); err != nil {
		return err
	}
	return console.WritableFile("-ndjson", o.ndjson)
}

// save writes the files, and prints the path of the index.
func (o *outputs) save(all []report.Report, claim, dir string, stderr io.Writer) error {
	if o.html != "" {
		if err := check.Save(o.html, all, claim, dir); err != nil {
			return err
		}
		fmt.Fprintf(stderr, "%s/index.html shows %s\n", o.html, console.Plural(len(all), "result"))
	}
	if o.ndjson != "" {
		return check.SaveNDJSON(o.ndjson, all)
	}
	return nil
}
