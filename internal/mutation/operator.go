package mutation

// An Operator makes mutants of a labelled line.
type Operator string

// The operators.
const (
	Drop       Operator = "drop"        // the statement is removed
	Order      Operator = "order"       // it comes after the next one
	CASIgnored Operator = "cas-ignored" // a CAS that fails counts as one that succeeds
	CASLost    Operator = "cas-lost"    // a CAS that succeeds counts as one that fails
	CASSplit   Operator = "cas-split"   // a comparison, and then a store
	RMWSplit   Operator = "rmw-split"   // a load, and then a store
	Compare    Operator = "compare"     // a comparison is off by one, or reversed
	Negate     Operator = "negate"      // a condition is negated
	Offset     Operator = "offset"      // x for x+1 or x-1
	Flag       Operator = "flag"        // true for false, or false for true
	Zero       Operator = "zero"        // the call is removed and its results are zero, on lines without another mutant
)

// says describes the fault that an operator makes.
var says = map[Operator]string{
	Drop:       "the step is removed",
	Order:      "the step comes after the next one",
	CASIgnored: "the result of the CAS is ignored: a thread whose CAS fails goes on as if it had succeeded",
	CASLost:    "a thread whose CAS succeeds goes on as if it had failed",
	CASSplit:   "the CAS is a comparison and a store",
	RMWSplit:   "the read-modify-write is a load and a store",
	Compare:    "a comparison is off by one, or reversed",
	Negate:     "the condition is negated",
	Offset:     "off by one",
	Flag:       "the other truth value",
	Zero:       "the step is removed, and its result is the zero value",
}
