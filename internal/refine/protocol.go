package refine

import (
	"fmt"
	"strings"
	"unsafe"
)

// Protocol says how code corresponds to a machine if an action is not simply one access with the action's
// label. It lists regions of a lock, steps with the label of another module, and values of which the machine
// has an abstraction.
//
// Accesses that the protocol does not list are checked too. A value that the code reads from one of the
// module's words must agree with the machine, whatever the label. After a write, all words must agree. An
// access to any other object with a label of the module is a divergence.
type Protocol struct {
	Module string
	// Roles has the rules by kind of thread. The rules of "worker" apply to the machine's threads "worker 1",
	// "worker 2" and so on. If "worker 2" has rules of its own, only those apply to it. The threads of the
	// scenario have the names of the machine's threads.
	Roles map[string][]Rule
	// Parkers are variables whose words are FALSE or TRUE, and on which threads sleep.
	Parkers []string
	// Plain lists source expressions. Plain accesses to them are watched, like those in rules.
	Plain []string
	// Late has values of words whose objects are found at their first access, such as fields of an object that
	// is made during the execution.
	Late map[string]Values
	// Silent has actions without a visible access in the code, with the reason. The name of the action may
	// follow a role; then the entry applies only to that role.
	Silent map[string]string
	// Stops has actions before which a thread may end, with the reason.
	Stops map[string]string
	// Unfollowed has actions that no scenario reaches, with the reason. The actions of Silent need not be
	// listed again.
	Unfollowed map[string]string
}

// Rule says which actions an access may be.
type Rule struct {
	Label string   // label of the access in the code
	In    string   // the function of the access; "" means any
	Expr  string   // the source expression of a plain access; "" means a synchronizing access
	Of    string   // the source expression of a synchronizing access; "" means any
	Do    []string // names of actions; the machine's thread must be at one of them
	Form  RuleForm
	// Looks reports whether the access may leave the machine where it is, given the value that was read. A nil
	// Looks reports false.
	Looks func(read uint64) bool
	// Passes reports whether the access always leaves the machine where it is. The default is false.
	Passes func(read uint64) bool
	// Writes is the variable whose word is written, if the step is a region and the object is found late. From
	// this step on, the words of the variables in Renews that have the same index have other objects.
	Writes string
	Renews []string
	Why    string // required unless the rule is one access for one action
}

// Always is a function for Looks. It reports true.
func Always(uint64) bool { return true }

// Found is a function for Looks. It reports whether the value read is not 0.
func Found(read uint64) bool { return read != 0 }

// RuleForm says how an access corresponds to a step.
type RuleForm uint8

const (
	// Same: the access has the kind, the object and the values of the step.
	Same RuleForm = iota
	// Whole: the access is all that the code does for an action. In the machine the action is a region, or
	// another kind of access. Object and values must agree.
	Whole
	// Locked: the step happens under a lock. It happens at the first write of a word that others read without
	// the lock. If there is no such write, it happens at the end.
	Locked
	// LockedRead is like Locked, but the step may also happen at the first read of such a word.
	LockedRead
)

// Place says where the code keeps a word, or a value derived from the word.
type Place struct {
	Word   string // of the machine, such as ready[1]
	At     unsafe.Pointer
	Values Values         // must not compare addresses of one execution, unless it learns them
	Under  unsafe.Pointer // the lock that protects it, or nil
	Only   bool           // only the fact that it is written is known, not the value
}

// Listed returns all entries that have a reason. A test uses it to check that each entry is used: see
// [Shadow.Used].
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

// variable returns the variable of a word, such as ready for ready[1].
func variable(word string) string {
	name, _, _ := strings.Cut(word, "[")
	return name
}

// role returns the role whose rules apply to a thread.
func (p *Protocol) role(thread string) string {
	if p.Roles[thread] != nil {
		return thread
	}
	kind, _, _ := strings.Cut(thread, " ")
	return kind
}
