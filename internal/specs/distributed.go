package specs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"runtime"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/tlc"
)

// distributed says how the verb tlc uses TLC's server and workers.
type distributed struct {
	workers int // number of workers here; -1 if there is no server
	address string
	serves  string // address of the server if this is a worker
}

func (d *distributed) register(fs *flag.FlagSet) {
	fs.IntVar(&d.workers, "distributed", -1, "run TLC's server here with this number of `workers`, each with one thread; with -address other hosts may join")
	fs.StringVar(&d.address, "address", "", "the `address` by which other hosts reach the server")
	fs.StringVar(&d.serves, "worker", "", "run a worker for the server at this `address`, for one search after the other, until interrupted")
}

func (d *distributed) on() bool { return d.workers >= 0 }

func (d *distributed) check(fs *flag.FlagSet) error {
	switch {
	case d.workers < -1:
		return fmt.Errorf("-distributed is %d; want 0 or more workers", d.workers)
	case d.workers == 0 && d.address == "":
		return errors.New("-distributed 0 needs -address, because otherwise no worker can join")
	case d.address != "" && !d.on():
		return errors.New("-address needs -distributed")
	}
	var wrong error
	fs.Visit(func(f *flag.Flag) {
		// TLC puts the name into a URL, together with a port.
		if address := f.Value.String(); (f.Name == "address" || f.Name == "worker") && (address == "" || strings.ContainsAny(address, ":/ ")) {
			wrong = fmt.Errorf("-%s is %q; want the name of a host, or its IPv4 address, without a port", f.Name, address)
		}
	})
	return wrong
}

// distribute runs the configurations that TLC's distributed mode can check.
func (s *specs) distribute(ctx context.Context, w *tlc.Workspace) error {
	var left []string
	s.rows = slices.DeleteFunc(s.rows, func(r *modelRow) bool {
		if spreads(r) {
			return false
		}
		left = append(left, r.want.Config)
		return true
	})
	if len(left) > 0 {
		s.notes = append(s.notes, "Left out, because TLC's distributed mode ignores temporal properties and shows no trace of a failure: "+strings.Join(left, ", ")+".")
	}
	s.jobs = 1 // the server has its own workers
	if len(s.rows) == 0 {
		return errors.New(strings.TrimSuffix(s.notes[len(s.notes)-1], "."))
	}
	err := s.each(ctx, func(ctx context.Context, r *modelRow, so func(string)) error {
		o, err := w.Distribute(ctx, tlc.Server{
			Run: tlc.Run{Module: r.want.Module, Config: r.want.Config, Progress: func(p tlc.Progress) {
				so(fmt.Sprintf("%s distinct states, %s queued", console.Count(p.Distinct), console.Count(p.Queue)))
			}},
			Address: s.spread.address, Workers: s.spread.workers,
		})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		r.found.Exit, r.found.Message, r.found.States = &o.Exit, o.Message, o.Distinct
		if o.Exit != 0 || o.Message != r.want.Message {
			r.miss("%q, want %q", o.Message, r.want.Message)
			r.text = plainOutput(o.Output)
		}
		r.expect("distinct", o.Distinct, r.want.Distinct)
		return nil
	})
	if err != nil {
		return err
	}
	return s.finish([]string{"configuration", "distinct\nstates", "depth", "trace", "seconds"}, tlcCells,
		"TLC's server and its workers visited as many distinct states as the manifest says. The translations were not checked.")
}

// spreads reports whether the distributed mode checks everything in a configuration.
func spreads(r *modelRow) bool {
	c, err := r.manifest.Config(r.want)
	switch {
	case err != nil || r.want.Fails():
		return false
	case len(c.Properties) == 0:
		return true
	case r.want.TLCOnly != "":
		return false // only TLC knows its properties
	}
	m, err := machines.New(r.manifest.Name, c)
	return err == nil && !m.Temporal()
}

// work runs a worker until ctx ends.
func (s *specs) work(ctx context.Context, args []string) error {
	if len(args) > 0 || s.spread.on() {
		return errors.New("-worker gets its modules from the server; give it no modules and no -distributed")
	}
	if _, err := net.DefaultResolver.LookupHost(ctx, s.spread.serves); err != nil {
		return fmt.Errorf("-worker: %w", err)
	}
	w, err := s.workspace(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	ctx, cancel := s.limit(ctx)
	defer cancel()
	fmt.Fprintf(s.Stderr, "running a worker for the server at %s until interrupted\n", s.spread.serves)
	for ctx.Err() == nil {
		if err := w.Work(ctx, s.spread.serves, runtime.GOMAXPROCS(0), s.Stderr); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}
