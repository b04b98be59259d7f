package lin

import (
	"fmt"
	"reflect"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model"
)

// player makes the calls of scenarios on the structure.
type player struct {
	m      *machine
	create func() reflect.Value
}

// program returns the scenario as a program for the scheduler. The first thread is client 0. It
// makes the structure and the calls of the preparation. In the end, another thread makes the calls of
// the last part.
func (p *player) program(s *scenario) func() {
	return p.programStopping(s, stop{thread: -1}, nil)
}

// programStopping is program with a thread that stops. It calls met when the thread has stopped.
func (p *player) programStopping(s *scenario, at stop, met func()) func() {
	var on reflect.Value
	bodies, names := make([]func(), len(s.threads)), make([]string, len(s.threads))
	for i, calls := range s.threads {
		bodies[i], names[i] = func() { p.play(on, 1+i, calls) }, threadName(1+i)
	}
	return func() {
		on = p.create()
		p.play(on, 0, s.prepare)
		crew := engine.NewCrew()
		for i, body := range bodies {
			crew.Go(names[i], body)
		}
		if at.thread >= 0 {
			crew.Stop(at.thread, at.after, met)
		}
		crew.Join()
		if len(s.after) > 0 {
			// In a thread of its own, since the search sees only beside other threads that a loop waits for ever.
			crew.Go("then", func() { p.play(on, afterClient, s.after) })
			crew.Join()
		}
		crew.Leave()
	}
}

// afterClient is the client of the last part of a scenario. Client 0 makes the preparation.
const afterClient = 99

// alone reports whether a client's calls are made while no other thread is there.
func alone(client int) bool { return client == 0 || client == afterClient }

func threadName(client int) string {
	switch client {
	case 0:
		return "main"
	case afterClient:
		return "then"
	}
	return fmt.Sprintf("thread %d", client)
}

func (p *player) play(on reflect.Value, client int, calls []*instance) {
	for _, in := range calls {
		args := p.args(on, in)
		engine.Invoke(client, in, func() model.Invocation {
			return p.m.answered(in, in.op.call.Call(args))
		})
	}
}

// args returns the arguments of a call of the structure's method.
func (p *player) args(on reflect.Value, in *instance) []reflect.Value {
	args := make([]reflect.Value, 1, len(in.args)+1)
	args[0] = on
	for _, v := range in.args {
		args = append(args, tryClone(v))
	}
	return args
}
