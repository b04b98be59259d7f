package refine

import (
	"fmt"
	"strings"
	"unsafe"
)

// A Protocol says how code has what a machine has, where that is not one access with
// the action's label for each action: steps that are regions of a lock, steps that have
// the label of another module, and values of which the machine has an abstraction.
//
// What it does not mention is not passed over. Whatever its label, what is read of the
// module's words must agree with the machine, and so must they all after each write. An
// access of something else with a label of the module is a divergence.
type Protocol struct {
	Module string
	// Roles has the rules by kind of thread: those of "worker" are for the machine's
	// threads "worker 1", "worker 2" and so on. The scenario's threads have the names of
	// the machine's. Those of "worker 2" are for that one in their place.
	Roles map[string][]Rule
	// Parkers are variables whose words are what threads sleep on: FALSE and TRUE.
	Parkers []string
	// Plain has what the source calls the plain places that are watched, beside those of
	// the rules.
	Plain []string
	// Late has values of words whose objects are found as they are met, such as fields
	// of what is made only then.
	Late map[string]Values
	// Silent has actions that the code passes without an access that tells, with the
	// reason; after a role, if they are for that only.
	Silent map[string]string
	// Stops has actions before which a thread may end, with the reason.
	Stops map[string]string
	// Unfollowed has the actions that no scenario comes to, with the reason; beside those
	// of Silent.
	Unfollowed map[string]string
}

// A Rule says which actions an access may be.
type Rule struct {
	Label string   // of the access, in the code
	In    string   // the function it is in, if it is for that only
	Expr  string   // a plain access to what the source calls so; "" is one that synchronizes
	Of    string   // one that synchronizes, of what the source calls so, if it is for that only
	Do    []string // actions, by name; an access is the one at which the machine is
	Form  RuleForm
	// Looks says when the access may leave the machine where it is, given what it has
	// found; nil is never.
	Looks func(read uint64) bool
	// Passes says when it does, whatever the machine could do.
	Passes func(read uint64) bool
	// Writes is the variable whose word is written, if the step is a region and the
	// object is found late. Renews has variables whose word of the same index has
	// another object from this step on.
	Writes string
	Renews []string
	Why    string // needed where it is not one access for one action
}

// Always and Found are two of the functions for Looks.
func Always(uint64) bool { return true }

// Found holds unless 0 was found.
func Found(read uint64) bool { return read != 0 }

// RuleForm says how an access is a step.
type RuleForm uint8

const (
	// Same: the kind of the access, its object and its values are the step's.
	Same RuleForm = iota
	// Whole: the access is all there is in the code of an action that the machine has as
	// a region, or as another kind of access. Object and values must agree.
	Whole
	// Locked: what is done under a lock is the step. It happens when a word is written
	// that others read without the lock, or at the end.
	Locked
	// LockedRead is Locked that happens when such a word is read.
	LockedRead
)

// A Place is where the code has a word, or something that tells of it.
type Place struct {
	Word   string // of the machine, such as ready[1]
	At     unsafe.Pointer
	Values Values         // they may not compare with addresses of one execution, unless they learn these
	Under  unsafe.Pointer // the lock under which it is used, nil if there is none
	Only   bool           // it is known when it is written, and not what
}

// Listed returns what the protocol lists with a reason, so that it can be seen that none of
// it is there in vain: see [Shadow.Used].
func (p *Protocol) Listed() (all []string) {
	for role, rules := range p.Roles {
		for i := range rules {
			all = append(all, rules[i].key(role))
		}
	}
	for kind, reasons := range map[string]map[string]string{"stop": p.Stops, "silent": p.Silent} {
		for name := range reasons {
			all = append(all, kind+" "+name)
		}
	}
	return all
}

func (r *Rule) key(role string) string {
	return strings.Join(strings.Fields(fmt.Sprint("rule ", role, " ", r.Label, " ", r.Expr, " ", r.In, " ", r.Of)), " ")
}

// variable returns the variable of a word, such as ready of ready[1].
func variable(word string) string {
	name, _, _ := strings.Cut(word, "[")
	return name
}

// role returns whose rules a thread has.
func (p *Protocol) role(thread string) string {
	if p.Roles[thread] != nil {
		return thread
	}
	kind, _, _ := strings.Cut(thread, " ")
	return kind
}
