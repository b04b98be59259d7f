package mutation

// Enough returns, by the names of mutants, why one kind of detector is enough for them,
// where that takes more than the kind says.
func Enough() map[string]string { return enough }

// Arguments that several mutants have.
const (
	spins    = "who is to sleep looks again and again instead: no result is wrong, only the scheduler counts steps"
	reported = "nothing is wrong but what statistics and traces tell, which have tests of their own"
	oneWord  = "two threads must come to one word within a few nanoseconds, which they do too rarely on real cores"
)

var enough = map[string]string{
	"pool-oldest-of-another-task": "two tasks on a worker's stack, and a frame left behind between them, are what a fixed test of the segments begins with; whole programs have come to it once in 10,000",
	"pool-wakes-one-list":         "that all workers wait, and a task of theirs is put back, takes one to steal at the same time: who waits for it looks for a microsecond before it sleeps",
	"pool-wakes-wrong-helper":     "it takes workers that wait in two trees, and sleep, when a task of one is put back",

	"pool-watch-tells-the-body": "no result is wrong: it is a race alone, of two that are no workers, and no program of the scheduler submits beside a context that ends",

	"pool.wait/Join.AwaitPark/drop":               spins,
	"run.perform/Join.AwaitPark/drop":             spins,
	"search.search/Park.RecheckLatch/compare-2":   spins,
	"search.search/Park.LookLatch/compare-4":      spins,
	"sit.sitUnless/Join.Park/drop":                spins,
	"submit.submitSlowly/Injector.AwaitRoom/drop": spins,

	"search.search/Park.LookLatch/compare-2": "who waits never sleeps, and finds all that it looks for: a test counts those that sleep",
	"search.search/Park.Park/order":          reported,
	"search.search/Park.Park/order-2":        reported,

	"def.takeBack/Promotion.TakeBack/cas-split":          oneWord,
	"def.takeBack/Promotion.Rearm/rmw-split":             oneWord,
	"pool.interrupt/Promotion.Close/rmw-split":           oneWord,
	"pool.left/Injector.Leave/rmw-split":                 oneWord,
	"promotion.promote/Promotion.ClearRequest/rmw-split": oneWord,
	"search.requestAll/Promotion.Request/rmw-split":      oneWord,
	"search.steal/Promotion.Claim/cas-ignored":           oneWord,
	"search.steal/Promotion.Claim/cas-split":             oneWord,
	"search.steal/Promotion.Rerequest/rmw-split":         oneWord,
	"staff.hire/Promotion.Request/rmw-split":             oneWord,
	"task.claim/Join.Claim/cas-split":                    oneWord,
	"task.register/Join.Register/cas-ignored":            oneWord,
	"task.register/Join.Register/cas-split":              oneWord,
}
