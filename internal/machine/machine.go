// Package machine holds the machines of the TLA+ modules in Go: one for each
// algorithm, with the same variables, actions and graph.
//
// A state is a comparable struct of fixed capacity. The configuration file that TLC reads
// says how much of it is used. A size that does not fit is an error. An action is one
// shared access with the private work up to the next one, as a label is in PlusCal. It
// says which access it is, so that a step of the production code can be compared with it.
// Its table says which shared variables it reads and writes. A test tries both.
//
// tla/README.md says how to add one.
//
// Reviewers read this package beside the specifications in tla. It may change in any release.
package machine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// A Machine runs one configuration of a module.
type Machine interface {
	// Explore visits all states and checks what the configuration names.
	Explore(ctx context.Context, o explore.Options) (*explore.Result, error)
	// Graph visits all states and makes the digest of the graph; nothing is checked.
	Graph(ctx context.Context, o explore.Options) (*explore.Result, error)
	// Walk calls visit for each initial state and for each edge, breadth first. It
	// is for graphs that fit into memory.
	Walk(limit int, visit func(Edge) error) error
	// InMemory returns the complete graph, or an error if it has more states than
	// limit.
	InMemory(limit int) (*Graph, error)
	// Walker returns what takes the steps that somebody asks for.
	Walker() Walker
	// Temporal reports whether the configuration has temporal properties.
	Temporal() bool
	// Labels returns the actions, in the order of the table.
	Labels() []Label
	// Unreached returns what the last Explore was to reach and has not.
	Unreached() []string

	// Changes returns the changes that can be made to the machine.
	Changes(limit int) []tla.Change
	// Strays returns changes of the verb tla.Sets: each action that is taken in the first limit states also sets one cell
	// of a variable, or the label of a thread.
	Strays(limit int) []tla.Change
	// Broken returns which invariants and step properties fail, and after how many states.
	Broken(limit int) map[string]int
	// ReachedAt returns for each situation that must occur the number of states of the shortest
	// trace to it. Situations that do not occur among the first limit states are left out.
	ReachedAt(limit int) map[string]int
	// Owed returns for each temporal property the number of states of the shortest trace to a state
	// in which it demands that something happens. Without such a state the property is vacuous.
	Owed(limit int) map[string]int
	// Goals returns for each temporal property in how many of the first limit states its goal is true. For a property of
	// the form A ~> B, it also returns that of A, under the name with tla.WhenGoal at its end.
	Goals(limit int) map[string]int
	// Defined returns the names of all properties that the machine has.
	Defined() []string
	// Spoilt returns the value in TLA+ that tla.Spoils gives to a variable.
	Spoilt(variable string) string
}

// An Edge is a step as text. From and Action are "" if To is an initial state.
type Edge struct{ From, Action, To string }

// A Label is an action without what it does.
type Label struct {
	Name          string
	Silent        bool     // no shared access: the thread chooses what it does next
	Reads, Writes []string // shared variables
}

var makers = map[string]func(*tla.Config) (Machine, error){}

// register makes a machine known under the name of its module.
func register[S comparable](module string, define func(*tla.Config) (*Def[S], error)) {
	makers[module] = func(c *tla.Config) (Machine, error) {
		d, err := define(c)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %w", module, err)
		}
		if err := d.change(c.Change); err != nil {
			return nil, fmt.Errorf("machine %s: %w", module, err)
		}
		r, err := newRunner(d, c)
		if err != nil {
			return nil, fmt.Errorf("machine %s: %s: %w", module, c.Name, err)
		}
		return r, nil
	}
}

// Names returns the modules that have a machine.
func Names() []string { return slices.Sorted(maps.Keys(makers)) }

// New returns the machine of a module for a configuration.
func New(module string, c *tla.Config) (Machine, error) {
	define := makers[module]
	if define == nil {
		return nil, fmt.Errorf("no machine %s; there are %s", module, strings.Join(Names(), ", "))
	}
	return define(c)
}

// Sized returns the machine of a module with these constants, written as in a
// configuration.
func Sized(module, constants string) (Machine, error) {
	c, err := tla.ParseConfig(module, "SPECIFICATION Spec\nCONSTANTS "+constants)
	if err != nil {
		return nil, err
	}
	return New(module, c)
}

// A size is a constant that a state has room for up to most.
type size struct {
	name string
	into *uint8
	most int
}

// sizes reads constants that are at least 1, and sizesFrom0, constants that may be 0.
func sizes(c *tla.Config, all ...size) error { return sizesFrom(1, c, all) }

func sizesFrom0(c *tla.Config, all ...size) error { return sizesFrom(0, c, all) }

func sizesFrom(least int, c *tla.Config, all []size) error {
	for _, s := range all {
		n, err := c.Int(s.name)
		if err != nil {
			return err
		}
		if n < least || n > s.most {
			return fmt.Errorf("%s.cfg: %s is %d; the machine has room for %d to %d", c.Name, s.name, n, least, s.most)
		}
		*s.into = uint8(n)
	}
	return nil
}

// zeroOrOne reads a constant that is 0 or 1.
func zeroOrOne(c *tla.Config, name string) (uint8, error) {
	n, err := c.Int(name)
	if err == nil && n != 0 && n != 1 {
		err = fmt.Errorf("%s.cfg: %s is %d, want 0 or 1", c.Name, name, n)
	}
	return uint8(n), err
}
