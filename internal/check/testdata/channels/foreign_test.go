package channels

import (
	"net/rpc"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// A channel that comes from code that is not rewritten, or goes to it, is not checked.
func TestForeign(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	for name, c := range map[string]struct {
		program func()
		want    string
	}{
		"comes": {func() {
			c := reflect.MakeChan(reflect.TypeFor[chan int](), 1).Interface().(chan int)
			c <- 1
		}, "code that was not rewritten has made the channel that is used at internal/check/testdata/channels/foreign_test.go:24 (c in TestForeign)"},
		"comes to a select": {func() {
			c := reflect.MakeChan(reflect.TypeFor[chan int](), 1).Interface().(chan int)
			select {
			case <-c:
			default:
			}
		}, "code that was not rewritten has made the channel that is used at internal/check/testdata/channels/foreign_test.go:29 (c in TestForeign)"},
		"goes": {func() {
			c := make(chan *rpc.Call, 1)
			new(rpc.Client).Go("", nil, nil, c)
		}, "internal/check/testdata/channels/foreign_test.go:35 (c in TestForeign): net/rpc.Go is given a channel"},
		"goes to reflect": {func() {
			c := make(chan int, 1)
			reflect.ValueOf(c).Send(reflect.ValueOf(1))
		}, "internal/check/testdata/channels/foreign_test.go:39 (c in TestForeign): reflect.ValueOf is given a channel"},
	} {
		r := sched.Search(func(*sched.S) { c.program() }, sched.Options{})
		require.NotNil(t, r.Failure, name)
		require.Equal(t, "its channels come from rewritten code, and go only there", r.Failure.Rule, name)
		require.Equal(t, c.want, r.Failure.Detail, name)
		require.Equal(t, sched.NotChecked, r.Ending, name)
	}
}
