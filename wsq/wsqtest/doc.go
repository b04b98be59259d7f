// Package wsqtest is a conformance suite for work-stealing deques: this
// module's, or anybody's.
//
//	func TestMyDeque(t *testing.T) {
//		wsqtest.Run(t, func(capacity int) wsq.Deque[*wsqtest.Item] {
//			return mydeque.New[*wsqtest.Item](capacity)
//		}, wsqtest.Options[*wsqtest.Item]{})
//	}
//
// A deque whose methods have other names needs an adapter with Push, Pop and
// Steal. Each rule is a subtest; a failure names the rule that is broken, shows
// the smallest evidence that was found, and prints a line that replays it. Run
// it with -race too.
//
// What it can show is bounded: it samples, it does not prove. A deque that
// passes has met every rule in each of the situations that the test log counts.
package wsqtest
