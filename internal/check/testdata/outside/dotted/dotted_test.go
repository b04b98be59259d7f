package dotted

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

func TestCount(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {})
}
