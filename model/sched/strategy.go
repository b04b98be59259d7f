package sched

import "github.com/stealproof/stealproof/internal/engine/strategy"

// Strategy chooses which thread does the next step, in one execution after the
// other. [DPOR], [Bounded], [Random] and [PCT] return one. A strategy is good for
// one search. The methods are internal, and may change at any time.
type Strategy interface{ strategy.Strategy }

// DPOR returns the strategy that covers all schedules, and leaves out those that
// differ only in the order of steps that commute. It is what a search takes by
// itself.
func DPOR() Strategy { return strategy.NewDPOR() }

// Bounded returns the strategy that covers all schedules with at most so many
// preemptions: first those with none, then those with one, and so on. If
// preemptions is negative, it covers all schedules.
func Bounded(preemptions int) Strategy { return strategy.NewBounded(preemptions) }

// Random returns the strategy that draws the next thread at each step. It never
// ends by itself: set [Options].Executions or For.
func Random(seed uint64) Strategy { return strategy.NewRandom(seed) }

// PCT returns the strategy that gives threads random priorities, and changes them
// at depth-1 random steps (S. Burckhardt et al., "A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs", ASPLOS 2010). It never ends by itself.
func PCT(seed uint64, depth int) Strategy { return strategy.NewPCT(seed, depth) }
