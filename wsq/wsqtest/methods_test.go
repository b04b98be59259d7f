package wsqtest_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// others is a deque with the method set that many deques elsewhere have. A thief that finds
// the lock held gives up, and its answer does not say so.
type others struct {
	mu       sync.Mutex
	items    []*wsqtest.Item
	capacity int
	steals   int
	lies     bool // each tenth steal fails, even without other operations
	doubles  bool // a thief sometimes leaves the item that it takes in the deque
}

var errNone = errors.New("no item")

func (d *others) Push(v *wsqtest.Item) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.items) == d.capacity {
		return errors.New("full")
	}
	d.items = append(d.items, v)
	return nil
}

func (d *others) Pop() *wsqtest.Item {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.items) - 1
	if n < 0 {
		return nil
	}
	v := d.items[n]
	d.items[n] = nil
	d.items = d.items[:n]
	return v
}

// thief is a separate type for the thieves' end.
type thief struct{ d *others }

func (t thief) Take() (*wsqtest.Item, error) {
	d := t.d
	if !d.mu.TryLock() {
		return nil, errNone
	}
	defer d.mu.Unlock()
	d.steals++
	if len(d.items) == 0 || d.lies && d.steals%10 == 0 {
		return nil, errNone
	}
	v := d.items[0]
	if !d.doubles || d.steals%50 != 0 {
		d.items[0] = nil
		d.items = d.items[1:]
	}
	return v, nil
}

func methods(d *others) wsqtest.Methods[*wsqtest.Item] {
	return wsqtest.Methods[*wsqtest.Item]{
		Push: wsqtest.NoErrorPush(d.Push), Pop: wsqtest.NotNil(d.Pop), Steal: wsqtest.NoError(thief{d}.Take),
		Contract: wsq.Contract{Capacity: d.capacity},
	}
}

// A deque whose thieves give up under contention passes. A deque whose thieves give up
// without another operation fails.
func TestAdapt(t *testing.T) {
	for name, c := range map[string]struct {
		lies, doubles bool
		breaks        []string
	}{
		"sound":   {},
		"lies":    {lies: true, breaks: []string{"sequential", "linearizable"}},
		"doubles": {doubles: true, breaks: []string{"exactly-once"}},
	} {
		t.Run(name, func(t *testing.T) {
			made := wsqtest.Adapt(func(capacity int) wsqtest.Methods[*wsqtest.Item] {
				return methods(&others{capacity: capacity, lies: c.lies, doubles: c.doubles})
			})
			broken := map[string]string{}
			err := wsqtest.Check(t.Context(), name, made, wsqtest.Options[*wsqtest.Item]{Rounds: 2000, Items: 50_000}, nil, func(o wsqtest.Outcome) {
				require.NoError(t, o.Err)
				if o.Found != nil {
					broken[o.Rule.Name] = o.Found.Error()
				}
			})
			require.NoError(t, err)
			if c.breaks == nil {
				require.Empty(t, broken)
			}
			for _, rule := range c.breaks {
				require.Contains(t, broken, rule)
			}
		})
	}
	require.PanicsWithValue(t, "wsqtest: Methods wants Push, Pop and Steal", func() {
		wsqtest.Adapt(func(int) wsqtest.Methods[int] { return wsqtest.Methods[int]{} })(1)
	})
}

// Each wrapper reports whether there was an item.
func TestMethods_Shapes(t *testing.T) {
	var got []int
	require.True(t, wsqtest.Always(func(v int) { got = append(got, v) })(3))
	require.Equal(t, []int{3}, got)
	for _, err := range []error{nil, errNone} {
		v, ok := wsqtest.NoError(func() (int, error) { return 7, err })()
		require.Equal(t, 7, v)
		require.Equal(t, err == nil, ok)
		require.Equal(t, err == nil, wsqtest.NoErrorPush(func(int) error { return err })(1))
	}
	n := 5
	for _, p := range []*int{nil, &n} {
		v, ok := wsqtest.NotNil(func() *int { return p })()
		require.Equal(t, p, v)
		require.Equal(t, p != nil, ok)
	}
}

// An adapted deque never returns Retry, so the suite does not wait for one. With every contract, NeverRetries says that a
// false never means a lost race.
func TestAdapt_Contracts(t *testing.T) {
	for _, c := range []struct {
		contract  wsq.Contract
		spec      string
		forgiving bool // a false may mean a lost race
	}{
		{wsq.Contract{}, "strict or-retry", true},
		{wsq.Contract{NeverRetries: true}, "strict never-retries", false},
		{wsq.Contract{Empty: wsq.AllButOne}, "hidden=1 or-retry", true},
		{wsq.Contract{Empty: wsq.AllButOne, NeverRetries: true}, "hidden=1 never-retries", false},
		{wsq.Contract{Empty: wsq.Public}, "relaxed never-retries", true},
	} {
		target, err := wsqtest.Target("mine", wsqtest.Adapt(func(int) wsqtest.Methods[int] {
			d := &others{capacity: 4}
			return wsqtest.Methods[int]{
				Push:     func(int) bool { return d.Push(nil) == nil },
				Pop:      func() (int, bool) { return 0, d.Pop() != nil },
				Steal:    func() (int, bool) { _, err := thief{d}.Take(); return 0, err == nil },
				Contract: c.contract,
			}
		}), wsqtest.Options[int]{})
		require.NoError(t, err)
		spec := target.Spec(4)
		require.Equal(t, c.spec, spec.String())
		require.NotContains(t, linearizability.Coverage{}.Missing(spec), "a Retry", c.spec)

		item := func(v int, at int64) model.Operation {
			return model.Operation{Kind: model.Push, Value: v, Call: at, Return: at}
		}
		none := model.Operation{Client: 1, Kind: model.Steal, Status: model.Empty, Call: 4, Return: 6}
		other := model.Operation{Client: 0, Kind: model.Pop, Value: 3, Call: 5, Return: 7}
		err = linearizability.NewJudge()(&model.History{Spec: spec, Ops: []model.Operation{item(1, 1), item(2, 2), item(3, 3), none, other}})
		require.Equal(t, c.forgiving, err == nil, c.spec)
	}
}
