package tlc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// TLC can spread a search over machines. A server has the known states and the queue of states, and workers
// compute. This mode checks invariants and properties of steps. It silently ignores temporal properties. Its
// number of generated states and its depth depend on the order in which workers answer.
// workers answer.

const (
	serverClass = "tlc2.tool.distributed.TLCServer"
	workerClass = "tlc2.tool.distributed.TLCWorker"
	// ServerPort is the port of a server that other hosts can reach. Further objects of the server listen on
	// ports that the system chooses.
	ServerPort = 10997
	loopback   = "127.0.0.1"
)

// Server is a run that is spread over workers.
type Server struct {
	Run
	// Address is the address of this host for workers on other hosts. If it is "", the server uses only the
	// loopback of this host, on a free port.
	Address string
	// Workers is the number of workers to start on this host, each with one thread.
	Workers int
}

// Distribute runs TLC's server and workers. It returns when the check is complete. Without workers on this
// host, it waits for others to join.
func (w *Workspace) Distribute(ctx context.Context, s Server) (*Outcome, error) {
	if err := w.needs(s.Config); err != nil {
		return nil, err
	}
	address, port := s.Address, ServerPort
	if address == "" {
		var err error
		if address, port, err = freePort(); err != nil {
			return nil, err
		}
	}
	meta, err := os.MkdirTemp(w.dir, "meta-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(meta)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	server := w.java(ctx, s.Brief, serverClass, "-tool", "-metadir", meta, "-config", s.Config+".cfg", s.Module)
	properties(server, address, port)
	out, err := server.StdoutPipe()
	if err != nil {
		return nil, err
	}
	server.Stderr = server.Stdout
	start := time.Now()
	if err := server.Start(); err != nil {
		return nil, err
	}
	var workers sync.WaitGroup
	p := parser{progress: s.Progress, source: w.source}
	p.ready = func() {
		for range s.Workers {
			workers.Go(func() {
				if err := w.work(ctx, address, port, 1, io.Discard); err != nil {
					cancel(err)
				}
			})
		}
	}
	readErr := p.read(out)
	waitErr := server.Wait()
	if readErr != nil || waitErr != nil {
		cancel(fmt.Errorf("TLC's server has ended: %w", waitErr))
	}
	workers.Wait()
	p.Took = time.Since(start)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p.finish()
	if !p.succeeded { // its exit code is 0 all the same
		p.Exit = 1
	}
	return &p.Outcome, nil
}

// Work runs a worker for one search of the server at an address. The server may start later. Work copies the
// worker's output to out.
func (w *Workspace) Work(ctx context.Context, address string, threads int, out io.Writer) error {
	return w.work(ctx, address, ServerPort, threads, out)
}

func (w *Workspace) work(ctx context.Context, address string, port, threads int, out io.Writer) error {
	cmd := w.java(ctx, false, workerClass, address)
	own := loopback
	if address != loopback {
		own = ownAddress(address)
	}
	properties(cmd, own, port)
	cmd.Args = append(cmd.Args[:1], append([]string{"-D" + workerClass + ".threadCount=" + strconv.Itoa(threads)}, cmd.Args[1:]...)...)
	var said strings.Builder
	cmd.Stdout = io.MultiWriter(out, &said)
	cmd.Stderr = cmd.Stdout
	err := cmd.Run()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil && strings.Contains(said.String(), "Failed to start worker") { // its exit code is 0 all the same
		err = errors.New("it failed to start")
	}
	if err != nil {
		return fmt.Errorf("a worker of TLC has ended: %w\n%s", err, said.String())
	}
	return nil
}

// properties makes a java command use an address of this host, and the server's port.
func properties(cmd *exec.Cmd, own string, port int) {
	options := []string{"-Djava.rmi.server.hostname=" + own, "-D" + serverClass + ".port=" + strconv.Itoa(port)}
	cmd.Args = append(cmd.Args[:1], append(options, cmd.Args[1:]...)...)
}

func freePort() (address string, port int, err error) {
	l, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		return "", 0, err
	}
	defer l.Close()
	return loopback, l.Addr().(*net.TCPAddr).Port, nil
}

// ownAddress returns the address by which another host reaches this host.
func ownAddress(other string) string {
	c, err := net.Dial("udp", net.JoinHostPort(other, strconv.Itoa(ServerPort))) // sends nothing
	if err != nil {
		return loopback
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).IP.String()
}
