package refine

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/machine"
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
	// Amid says that the thread may have changed more of its own memory when it shows the access. What the
	// scenario owns is then compared at the thread's next step.
	Amid bool
	// Writes is the variable whose word is written, if the step is a region and the object is found late. From
	// this step on, the words of the variables in Renews that have the same index have other objects.
	Writes string
	Renews []string
	// Moves is the claim how a region of a lock moves. It is required for the forms Locked and LockedRead, and
	// only for these. Commit is the source expression of the commit, if the claim is Commits. Unseen says why
	// no program takes a region to its commit.
	Moves  Mover
	Commit string
	Unseen string
	// Besides has other accesses in the region that the lock does not protect, by source expression, with the
	// reason why they move.
	Besides map[string]string
	Why     string // required unless the rule is one access for one action
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
	// Unshared: the access is a plain write of memory that only its thread uses. In the machine, the step accesses
	// no shared variable. See [Shadow.Owns].
	Unshared
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
			for expr := range rules[i].Besides {
				all = append(all, rules[i].besides(expr))
			}
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

// region is the name of the region of a lock that a rule describes. Regions of several roles share it.
func (r *Rule) region() string {
	return strings.Join(strings.Fields(r.Label+" "+r.In), " ")
}

func (r *Rule) claims() Movers { return Movers{Claim: r.Moves, Commit: r.Commit, Unseen: r.Unseen} }

func (r *Rule) besides(expr string) string { return "access to " + expr + " in " + r.region() }

// claim says what is wrong with the form of the claim.
func (r *Rule) claim() string {
	switch locked := r.Form >= Locked; {
	case locked && r.Moves == machine.Unclaimed:
		return "does not say how a region moves"
	case !locked && (r.Moves != machine.Unclaimed || len(r.Besides) > 0):
		return "says how an access moves that is no region"
	case (r.Moves == Commits) != (r.Commit != ""), r.Unseen != "" && r.Commit == "":
		return "has a commit without its expression, or the reverse"
	}
	return ""
}

// Regions returns the claims about regions of locks, by name.
func (p *Protocol) Regions() map[string]Movers {
	all := map[string]Movers{}
	for _, rules := range p.Roles {
		for i := range rules {
			if r := &rules[i]; r.Form >= Locked {
				all[r.region()] = r.claims()
			}
		}
	}
	return all
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
