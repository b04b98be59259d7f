// Package helpers has functions whose accesses belong to the label of the call.
package helpers

import "sync/atomic"

type ring struct{ done []atomic.Uint64 }

func (r *ring) finish(i int)       { r.done[i].Store(1) }
func (r ring) finished(i int) bool { return r.done[i].Load() == 1 }

type deque struct {
	ring
	r *ring
	o finisher
}

type finisher interface{ finish(int) }

func mark(r *ring, i int)   { r.finish(i) }
func first[T any](s []T) *T { return &s[0] }

func (d *deque) Steal(i int) {
	d.finish(i)        //tla:Finish
	d.r.finish(i)      //tla:FinishOther
	if d.finished(i) { //tla:ReadDone
		d.o.finish(i) //tla:FinishAny
	}
	mark(d.r, i)             //tla:Mark
	d.r.finish(index(i))     //tla:- twice
	first(d.r.done).Store(2) //tla:First
	d.finish(i)
}

func index(i int) int { return i }
