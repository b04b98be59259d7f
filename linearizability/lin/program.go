package lin

import (
	"context"
	"fmt"
	"reflect"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/play"
	"github.com/stealproof/stealproof/model"
	shim "github.com/stealproof/stealproof/model/shim/context"
)

// player makes the calls of scenarios on the structure.
type player struct {
	m       *machine
	create  func() reflect.Value
	makings makings
	most    int // own steps of an operation; 0 is no limit
}

// program returns the scenario as a program for the scheduler. In the end, another thread makes the
// calls of the last part.
func (p *player) program(s *script) func() {
	return p.programStopping(s, stop{thread: -1}, nil)
}

// programStopping is program with a thread that stops. It calls met when the thread has stopped.
func (p *player) programStopping(s *script, at stop, met func()) func() {
	var on reflect.Value
	var contexts *cancelation
	var hands *handles
	var roles []play.Role[*instance]
	for i, calls := range s.Threads {
		roles = append(roles, play.Role[*instance]{Name: threadName(1 + i), Client: 1 + i, Calls: calls})
	}
	program := play.Program[*instance]{
		Prepare: s.Prepare, Roles: roles,
		Make: func() {
			contexts, hands = newCancelation(s, shim.WithCancel), newHandles(s)
			on = p.makings.made(p.create())
		},
		Call: func(client, n int, in *instance) { p.call(on, hands, client, in, contexts.context(client, n)) },
		Beside: func(threads play.Threads) {
			if contexts != nil {
				threads.Go("cancel", contexts.cancel)
			}
			if at.thread >= 0 {
				threads.(*engine.Crew).Stop(at.thread, at.after, met)
			}
		},
		End: func(threads play.Threads) {
			if len(s.After) > 0 {
				// In a thread of its own, since the search sees only beside other threads that a loop waits for ever.
				threads.Go(threadName(afterClient), func() {
					for _, in := range s.After {
						p.call(on, hands, afterClient, in, nil)
					}
				})
				threads.Join()
			}
			threads.(*engine.Crew).Leave()
		},
	}
	return program.Func()
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

// call makes a call. It may have a context that is cancelled. The call is left out if an argument was not given.
func (p *player) call(on reflect.Value, hands *handles, client int, in *instance, ctx context.Context) {
	values, given := hands.arguments(client, in)
	if !given {
		return
	}
	args := p.args(on, in, ctx, values)
	in = p.m.seen(hands, in, values)
	engine.Invoke(client, in, func() model.Invocation {
		if p.most > 0 {
			engine.Limit(p.most, in)
			defer engine.Limit(0, nil)
		}
		out := in.op.call.Call(args)
		hands.keep(client, in.op, out)
		out = hands.shown(in.op, out)
		readResults(out)
		return p.m.answered(in, out)
	})
}

// args returns the arguments of a call of the structure's method. Some values are results of earlier calls.
func (p *player) args(on reflect.Value, in *instance, ctx context.Context, values []reflect.Value) []reflect.Value {
	args := make([]reflect.Value, 1, len(in.args)+1)
	args[0] = on
	for i, v := range in.args {
		if values != nil && values[i].IsValid() {
			v = values[i]
		} else if ctx != nil && contextWords(v) == endingContext {
			v = reflect.ValueOf(&ctx).Elem()
		} else {
			v = tryClone(v)
		}
		args = append(args, v)
	}
	return args
}
