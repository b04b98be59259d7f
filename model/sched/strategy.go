package sched

import "github.com/stealproof/stealproof/internal/engine/strategy"

// Strategy chooses the thread that takes the next step, in all executions of a search. [DPOR],
// [Bounded], [Random] and [PCT] return one. A strategy can be used for one search only. Its
// methods are internal, and may change at any time.
type Strategy interface{ strategy.Strategy }

// DPOR returns the strategy that covers all schedules. If schedules differ only in the order of
// steps that commute, it runs one of them (dynamic partial order reduction). It is the default.
func DPOR() Strategy { return strategy.NewDPOR() }

// Bounded returns the strategy that covers all schedules with at most that many preemptions: first
// those with none, then those with one, and so on. If preemptions is negative, it covers all
// schedules.
func Bounded(preemptions int) Strategy { return strategy.NewBounded(preemptions) }

// Random returns the strategy that picks a random thread at each step. It never ends by itself:
// set [Options].Executions or For.
func Random(seed uint64) Strategy { return strategy.NewRandom(seed) }

// PCT returns the strategy that gives threads random priorities, and has depth-1 random priority
// change points (S. Burckhardt et al., "A Randomized Scheduler with Probabilistic Guarantees of
// Finding Bugs", ASPLOS 2010). It never ends by itself: set [Options].Executions or For.
func PCT(seed uint64, depth int) Strategy { return strategy.NewPCT(seed, depth) }
