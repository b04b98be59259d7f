package wsqtest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// explosive panics in its third Push, or in each Steal.
type explosive struct {
	*wsq.Locked[*wsqtest.Item]
	steals bool
	pushes int
}

func (e *explosive) Push(v *wsqtest.Item) bool {
	if e.pushes++; !e.steals && e.pushes == 3 {
		panic("no room for a third")
	}
	return e.Locked.Push(v)
}

func (e *explosive) Steal() (*wsqtest.Item, wsq.StealResult) {
	if e.steals {
		panic("nothing for thieves")
	}
	return e.Locked.Steal()
}

// Each finding about a deque that panics begins with the panic value and the deque's line.
func TestCheck_PanicsComeFirst(t *testing.T) {
	for _, steals := range []bool{false, true} {
		found := 0
		err := wsqtest.Check(t.Context(), "explosive", func(int) wsq.Deque[*wsqtest.Item] {
			return &explosive{Locked: wsq.NewLocked[*wsqtest.Item](2), steals: steals}
		}, wsqtest.Options[*wsqtest.Item]{Rounds: 50, Items: 1000}, nil, func(o wsqtest.Outcome) {
			if o.Found == nil || o.Found.Panic == "" {
				return
			}
			found++
			text := o.Found.Error()
			require.True(t, strings.HasPrefix(text, "the deque panicked: "), text)
			lines := strings.Split(text, "\n")
			require.Regexp(t, `no room for a third$|nothing for thieves$`, lines[0])
			require.Regexp(t, `^\tat \S+/panics_test\.go:\d+ in \S+\(\*explosive\)\.(Push|Steal)$`, lines[1])
			require.Contains(t, text, "this was in rule "+o.Rule.Name+": ")
		})
		require.NoError(t, err)
		require.Greater(t, found, 3)
	}
}

// keeper keeps references to the items that it has given out.
type keeper struct {
	*wsq.Locked[*wsqtest.Item]
	all []*wsqtest.Item
}

func (k *keeper) Push(v *wsqtest.Item) bool {
	k.all = append(k.all, v)
	return k.Locked.Push(v)
}

// Options.Retains leaves out the rule about memory.
func TestCheck_Retains(t *testing.T) {
	for _, retains := range []bool{false, true} {
		var out wsqtest.Outcome
		err := wsqtest.Check(t.Context(), "keeper", func(capacity int) wsq.Deque[*wsqtest.Item] {
			return &keeper{Locked: wsq.NewLocked[*wsqtest.Item](capacity)}
		}, wsqtest.Options[*wsqtest.Item]{Rounds: 1, Items: 1, Retains: retains}, nil, func(o wsqtest.Outcome) {
			if o.Rule.Name == "released" {
				out = o
			}
		})
		require.NoError(t, err)
		if retains {
			require.Nil(t, out.Found)
			require.Empty(t, out.Did)
			continue
		}
		require.NotNil(t, out.Found)
		require.Contains(t, out.Found.Error(), "this is about memory only, and Options.Retains leaves it out")
	}
}

// private shows an item to thieves when there are four, and not when they ask.
type private struct{ *wsq.Locked[*wsqtest.Item] }

func (p private) Contract() wsq.Contract { return wsq.Contract{Empty: wsq.Public, NeverRetries: true} }

func (p private) Steal() (*wsqtest.Item, wsq.StealResult) {
	if p.Len() < 4 {
		return nil, wsq.Empty
	}
	return p.Locked.Steal()
}

// Options.NoRequests leaves out the rule about requests, and no other.
func TestCheck_NoRequests(t *testing.T) {
	for _, none := range []bool{false, true} {
		broken, tried := map[string]string{}, 0
		err := wsqtest.Check(t.Context(), "private", func(capacity int) wsq.Deque[*wsqtest.Item] {
			return private{wsq.NewLocked[*wsqtest.Item](capacity)}
		}, wsqtest.Options[*wsqtest.Item]{Rounds: 50, Items: 1000, Patience: time.Nanosecond, NoRequests: none}, nil, func(o wsqtest.Outcome) {
			if o.Found != nil && !o.Found.Vacuous {
				broken[o.Rule.Name] = o.Found.Error()
			}
			if o.Did != "" {
				tried++
			}
		})
		require.NoError(t, err)
		require.Greater(t, tried, 10)
		if none {
			require.Empty(t, broken)
			continue
		}
		require.Len(t, broken, 1)
		require.Contains(t, broken["request-is-answered"], "Options.NoRequests leaves it out")
	}
}
