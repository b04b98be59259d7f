package engine_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
)

// A goroutine that was started before the search may serve its channels, even if it has not run
// yet. One processor keeps it from running before the search does.
func TestOutsiders_FromTheGoStatementOn(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	before := channel.Made(0, make(chan int))
	for range 20 {
		end, ended := make(chan struct{}), make(chan struct{})
		engine.GoOutside(0, func() {
			defer close(ended)
			<-end
		})
		r := search(func(*sched.S) { channel.Receive(0, before) }, engine.Options{})
		close(end)
		<-ended
		require.NotNil(t, r.Failure)
		require.Equal(t, report.RuleEarlier, r.Failure.Rule, r.Failure.Detail)
	}
}
