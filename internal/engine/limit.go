package engine

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// limit is the most steps that the operation of a thread may take.
type limit struct {
	most int
	of   model.Invocation
}

// Limit makes it a failure if the current thread does more than so many steps before the next call of Limit. The
// operation is for the message. Zero ends the limit. A member that [Crew.Stop] stops has no limit.
func Limit(steps int, of model.Invocation) {
	t := active.current
	if t.stands != nil {
		return
	}
	t.left, t.limit = 0, limit{}
	if steps > 0 {
		t.left, t.limit = steps+1, limit{steps, of}
	}
}

// exceeded fails the execution: the current thread announces one step too many.
func (e *engine) exceeded() {
	l := e.current.limit
	e.fail(&Failure{
		Rule:   report.RuleOwnSteps,
		Detail: fmt.Sprintf("%s takes more than %d steps of its own", l.of.Called(), l.most),
		thread: e.current.id,
	})
}
