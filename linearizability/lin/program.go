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
// makes the structure and the calls of the preparation, and in the end the calls of the last part.
func (p *player) program(s *scenario) func() {
	var on reflect.Value
	bodies, names := make([]func(), len(s.threads)), make([]string, len(s.threads))
	for i, calls := range s.threads {
		bodies[i], names[i] = func() { p.play(on, 1+i, calls) }, threadName(1+i)
	}
	return func() {
		on = p.create()
		p.play(on, 0, s.prepare)
		for i, body := range bodies {
			engine.Go(names[i], body)
		}
		engine.Join()
		p.play(on, 0, s.after)
	}
}

func threadName(client int) string {
	if client == 0 {
		return "main"
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
