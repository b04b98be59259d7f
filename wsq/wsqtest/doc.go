// Package wsqtest tests whether a work-stealing deque keeps the rules for all such
// deques. It tests the deques of this module, and yours.
//
//	func TestMyDeque(t *testing.T) {
//		wsqtest.Run(t, func(capacity int) wsq.Deque[*wsqtest.Item] {
//			return mydeque.New[*wsqtest.Item](capacity)
//		}, wsqtest.Options[*wsqtest.Item]{})
//	}
//
// If your methods have other names or results, wrap the deque with [Adapt].
//
// [Run] makes each rule a subtest. A failure names the broken rule, shows the
// smallest evidence that was found, and prints a command that replays it. Run the
// test with -race too. [Check] does the same outside of a test.
//
// Run samples, so it proves nothing. The test log counts the situations that a run
// met, such as races for the last item. [Explore], [ExploreAll] and [Fuzz] search the
// schedules of small scenarios. They need code that "stealproof check" has rewritten
// for the scheduler; package sched describes it.
package wsqtest
