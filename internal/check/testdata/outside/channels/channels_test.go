package channels

import (
	"testing"

	"github.com/stealproof/stealproof/model/sched"
)

func TestPass(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {})
}
