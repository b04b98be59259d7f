package engine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// Limit makes it a failure if the current thread does more than so many steps before the next call of Limit. The
// operation is for the message. Zero ends the limit. A member that [Crew.Stop] stops has no limit.
func Limit(steps int, of model.Invocation) {
	active.current().allowance.limitTo(steps, of)
}

// exceeded fails the execution: the current thread announces one step too many.
func (e *engine) exceeded() {
	l := e.current().allowance.most()
	e.fail(&Failure{
		Rule:   report.RuleOwnSteps,
		Detail: fmt.Sprintf("%s takes more than %d steps of its own", l.of.Called(), l.most),
		thread: e.current().id,
	})
}
