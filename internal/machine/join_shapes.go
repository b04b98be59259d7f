package machine

import (
	"slices"

	"github.com/stealproof/stealproof/tla"
)

// The trees of tasks, one of which a configuration names.

// The tasks, which are 1, 2, ..., by shape.
var joinShapes = map[int]joinShape{
	1:  {kids: joinTree{1: {2, 3}}, scopes: joinNumbers{2: 1, 3: 1}, tasks: 3},
	2:  {kids: joinTree{1: {2, 3}, 2: {4}}, scopes: joinNumbers{2: 1, 3: 1, 4: 2}, tasks: 4},
	3:  {kids: joinTree{1: {2, 3}, 3: {4, 5}}, scopes: joinNumbers{2: 1, 3: 1, 4: 3, 5: 3}, tasks: 5},
	4:  {kids: joinTree{1: {3}}, joins: joinTree{2: {1}}, scopes: joinNumbers{3: 1}, tasks: 3},
	5:  {kids: joinTree{1: {3}, 2: {4}}, scopes: joinNumbers{3: 1, 4: 2}, tasks: 4, nested: true},
	6:  {kids: joinTree{1: {2, 3}}, scopes: joinNumbers{2: 1, 3: 2}, tasks: 3, nested: true},
	7:  {kids: joinTree{1: {3, 4}}, joins: joinTree{1: {2}}, scopes: joinNumbers{2: 1, 3: 2, 4: 2}, tasks: 4, latch: 2},
	8:  {kids: joinTree{1: {4}, 2: {5}}, joins: joinTree{1: {3}, 5: {1}}, scopes: joinNumbers{3: 1, 4: 3, 5: 2}, tasks: 5, latch: 3, last: true},
	9:  {kids: joinTree{1: {2}, 2: {3}}, scopes: joinNumbers{2: 1, 3: 2}, tasks: 3, nested: true},
	10: {kids: joinTree{1: {3, 4}, 3: {5}}, joins: joinTree{1: {2}}, scopes: joinNumbers{2: 1, 3: 2, 4: 2, 5: 3}, tasks: 5, latch: 2, nested: true},
}

type (
	joinTree    = [joinMaxTasks + 1][]uint8
	joinNumbers = [joinMaxTasks + 1]uint8
	joinShape   struct {
		kids, joins joinTree    // whom each forks, and waits for if that is not the same, the last one first
		scopes      joinNumbers // whose child each is, 0 for the first ones
		tasks       uint8
		latch       uint8 // of task 1, if that is a Scope
		nested      bool  // they are closures' Joins, one in the other if there are two
		last        bool  // task 1 is submitted last
	}
)

func (m *join) read(c *tla.Config) (err error) {
	var shape uint8
	if err = sizes(c, size{"Workers", &m.workers, joinMaxWorkers}, size{"Shape", &shape, len(joinShapes)}); err != nil {
		return err
	}
	if err = sizesFrom0(c, size{"Outsiders", &m.outsiders, joinMaxOutsiders}, size{"Nudges", &m.nudges, joinMaxOutsiders}); err != nil {
		return err
	}
	m.panics, m.recovers, m.patient = c.Constants["Panics"] == "TRUE", c.Constants["Recovers"] == "TRUE", c.Constants["Patient"] == "TRUE"
	if m.help, err = c.Text("Help"); err != nil {
		return err
	}
	m.naive, err = c.Text("Naive")
	m.joinShape = joinShapes[int(shape)]
	for t := uint8(1); t <= m.tasks; t++ {
		if m.joins[t] == nil {
			m.joins[t] = m.kids[t]
		}
		for s := t; s != 0; s = m.scopes[s] {
			m.chain[t], m.root[t] = append(m.chain[t], s), s
		}
		if m.root[t] == t {
			m.roots = append(m.roots, t)
		}
	}
	if m.last {
		slices.Reverse(m.roots)
	}
	return err
}
