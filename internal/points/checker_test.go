package points

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

// happened is a call, a return or an access in an execution. Thread 0 is alone.
type happened func(c *Checker) error

func calls(thread int, kind model.Kind) happened {
	return func(c *Checker) error { c.Call(thread, kind, thread == 0); return nil }
}

func returns(thread int, s model.Status, values ...int) happened {
	return func(c *Checker) error { return c.Return(thread, s, values...) }
}

func access(thread int, kind model.AccessKind, object int32, label string) happened {
	return func(c *Checker) error {
		return c.Access(&model.Access{Thread: thread, Name: "thread " + string(rune('0'+thread)), Kind: kind, Object: object, Label: label, Alone: thread == 0})
	}
}

// check checks claims on an execution.
func check(t *testing.T, claims, spec string, execution ...happened) (*Checker, error) {
	says, err := Parse(claims)
	require.NoError(t, err)
	s, err := model.ParseSpec(spec)
	require.NoError(t, err)
	c := New("D", says, s)
	c.Begin()
	for _, h := range execution {
		if err := h(c); err != nil {
			return c, err
		}
	}
	return c, c.End()
}

// The steal reads another object than the one that the push writes, and then claims the item. So
// the read may come before or after the push.
var pushAndSteal = []happened{
	calls(1, model.Push), access(1, model.Store, 1, "Publish"), returns(1, model.Done, 7),
	calls(2, model.Steal), access(2, model.Load, 0, "Look"), access(2, model.ReadWrite, 1, "Claim"), returns(2, model.Done, 7),
}

func TestChecker_TriesAllOrders(t *testing.T) {
	c, err := check(t, "push  Publish\nsteal  Claim", "strict", pushAndSteal...)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 1}, []int{c.Executions, c.Points, c.Orders})
	require.Equal(t, map[Use]int{{Outcome{Kind: model.Push}, "Publish"}: 1, {Outcome{Kind: model.Steal}, "Claim"}: 1}, c.Used)

	_, err = check(t, "push  Publish\nsteal  Look", "strict", pushAndSteal...)
	require.EqualError(t, err, `the claims of D do not hold. By "steal: Look", "steal: 7" of thread 2 is impossible with [] in the deque
in this order of the points, after steps that commute have changed places:
  thread 2  steal: 7  Look`)
}

// OnOrder gets the operations of each order, and whether the execution itself had that order.
func TestChecker_OnOrder(t *testing.T) {
	says, err := Parse("push  Publish\nsteal empty  Look")
	require.NoError(t, err)
	c := New("D", says, model.Spec{Hidden: model.AnyNumber})
	var orders []string
	c.OnOrder = func(ops []model.Operation, shown bool) {
		text := ""
		for _, o := range ops {
			text += o.String() + "; "
		}
		if shown {
			text += "shown"
		}
		orders = append(orders, text)
	}
	c.Begin()
	for _, h := range append(pushAndSteal[:5:5], returns(2, model.Empty, 0)) {
		require.NoError(t, h(c))
	}
	require.NoError(t, c.End())
	require.ElementsMatch(t, []string{"push 7: done; steal: empty; shown", "steal: empty; push 7: done; "}, orders)
}

// A pop lowers the bottom over the last item, but does not get it. One thief has read before that
// and claims the item. Before the claim, a second thief finds nothing.
func TestChecker_Prophecy(t *testing.T) {
	contested := []happened{
		calls(0, model.Push), access(0, model.Store, 1, "Publish"), returns(0, model.Done, 7),
		calls(2, model.Steal), access(2, model.Load, 1, "Look"),
		calls(1, model.Pop), access(1, model.Store, 1, "Lower"),
		calls(3, model.Steal), access(3, model.Load, 1, "Look"), returns(3, model.Empty, 0),
		access(2, model.ReadWrite, 0, "Claim"), returns(2, model.Done, 7),
		access(1, model.CASFailed, 0, "Claim"), access(1, model.Store, 1, "Restore"), returns(1, model.Empty, 0),
	}
	others := "push  Publish\npop empty  Restore\nsteal empty  Look\n"
	c, err := check(t, others+"steal  Claim, unless another's Lower since Look", "strict", contested...)
	require.NoError(t, err)
	require.Positive(t, c.Used[Use{Outcome{Kind: model.Steal}, "Lower"}])

	_, err = check(t, others+"steal  Claim", "strict", contested...)
	require.ErrorContains(t, err, `By "steal empty: Look", "steal: empty" of thread 3 is impossible with [7] in the deque`)
	_, err = check(t, others+"steal  Claim, unless another's Lower before Claim", "strict", contested...)
	require.ErrorContains(t, err, `By "steal: Claim, unless another's Lower before Claim", "steal: 7" of thread 2 has not done Claim`)
}

// The point may be another operation's access that comes before some access of this operation.
// Then the operation takes effect there, although its own claim would be earlier.
func TestChecker_Later(t *testing.T) {
	execution := []happened{
		calls(0, model.Push), access(0, model.Store, 1, "Publish"), returns(0, model.Done, 7),
		calls(0, model.Push), access(0, model.Store, 1, "Publish"), returns(0, model.Done, 8),
		calls(1, model.Pop), access(1, model.Store, 1, "Lower"),
		calls(2, model.Steal), access(2, model.ReadWrite, 0, "Claim"), returns(2, model.Done, 7),
		access(1, model.Load, 0, "See"), returns(1, model.Done, 8),
	}
	c, err := check(t, "push  Publish\nsteal  Claim\npop  Lower, unless another's Claim before See", "strict", execution...)
	require.NoError(t, err)
	require.Equal(t, 2, c.Orders)
	require.Equal(t, 1, c.Used[Use{Outcome{Kind: model.Pop}, "Claim"}])
	require.Equal(t, 1, c.Used[Use{Outcome{Kind: model.Pop}, "Lower"}])
}

// An operation that takes effect anywhere must be legal and change nothing at each instant of its
// call, whatever the other operations do meanwhile.
func TestChecker_Anywhere(t *testing.T) {
	full := []happened{
		calls(0, model.Push), access(0, model.Store, 1, "Publish"), returns(0, model.Done, 7),
		calls(1, model.Push), returns(1, model.Full, 8),
		calls(2, model.Steal), access(2, model.ReadWrite, 0, "Claim"), returns(2, model.Done, 7),
	}
	claims := "push  Publish\npush full  anywhere\nsteal  Claim"
	c, err := check(t, claims, "strict capacity=1 slots=until-empty", full...)
	require.NoError(t, err)
	require.Equal(t, 3, c.Points)

	_, err = check(t, claims, "strict capacity=1", full...)
	require.EqualError(t, err, `the claims of D do not hold. By "push full: anywhere", "push 8: full" of thread 1 is impossible, or changes something, with [] in the deque
in this order of the points:
  thread 0  push 7: done  Publish
  thread 2  steal: 7      Claim`)
}

func TestChecker_Batch(t *testing.T) {
	batch := []happened{
		calls(0, model.Push), access(0, model.Store, 1, "Publish"), returns(0, model.Done, 7),
		calls(0, model.Push), access(0, model.Store, 1, "Publish"), returns(0, model.Done, 8),
		calls(1, model.Batch), access(1, model.ReadWrite, 0, "Claim"),
		calls(2, model.Steal), access(2, model.ReadWrite, 0, "Claim"), returns(2, model.Done, 8),
		access(1, model.CASFailed, 0, "Claim"), returns(1, model.Done, 7),
	}
	c, err := check(t, "push  Publish\nsteal  Claim\nbatch  Claim", "strict", batch...)
	require.NoError(t, err, "a failed compare-and-swap takes nothing")
	require.Equal(t, []int{4, 1}, []int{c.Points, c.Orders})
	batch[len(batch)-2], batch[len(batch)-1] = access(1, model.ReadWrite, 0, "Claim"), returns(1, model.Done, 7, 9)
	_, err = check(t, "push  Publish\nsteal  Claim\nbatch  Claim", "strict", batch...)
	require.ErrorContains(t, err, `By "batch: Claim", "steal: 9" of thread 1 is impossible with [] in the deque`)
}

// A plain access is the point if its line has no other access.
func TestChecker_Plain(t *testing.T) {
	lines := []happened{
		calls(1, model.Push), access(1, model.PlainWrite, 2, "Write"), returns(1, model.Done, 7),
		calls(1, model.Pop), access(1, model.Load, 0, "Look"), access(1, model.PlainRead, 3, "Look"), returns(1, model.Done, 7),
		calls(2, model.Steal), access(2, model.Store, 0, "Set"), returns(2, model.Empty),
	}
	c, err := check(t, "push  Write\npop  Look\nsteal empty  Set", "relaxed", lines...)
	require.NoError(t, err)
	require.Equal(t, 1, c.Orders, "the load of Look orders it")
}

func TestChecker_NoClaim(t *testing.T) {
	_, err := check(t, "push  Publish", "strict", pushAndSteal...)
	require.EqualError(t, err, `D has no claim for "steal"`)
	_, err = check(t, "push  Publish\nsteal  Take", "strict", pushAndSteal...)
	require.EqualError(t, err, `the claims of D do not hold. By "steal: Take", "steal: 7" of thread 2 takes effect at an access that it has not done`)
}
