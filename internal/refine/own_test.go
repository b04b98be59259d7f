package refine

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// A plain write stands for a step in memory of one thread. Afterwards this memory must be as in the machine.
func TestShadow_Owns(t *testing.T) {
	const site, request, stack = 900, 0, 1
	engine.RegisterSites(site, []engine.Site{{Pos: "stack.go:1", Expr: "c.stack", Func: "push"}})
	push := &model.Access{Thread: 1, Name: "owner", Kind: model.PlainWrite, Object: stack, Site: site, Place: site}
	poll := &model.Access{Thread: 1, Name: "owner", Kind: model.Load, Object: request, Label: "Promotion.Poll", Site: 1, Place: 1}
	for _, c := range []struct {
		stands string // the action that the write stands for
		top    int
		code   []*model.Access
		says   string
	}{
		{"Push", 1, []*model.Access{push, poll}, ""},
		{"Push", 2, []*model.Access{push}, "at Frames.Push: after OwnerIdle, the machine would have top = 1, and the code has 2"},
		{"Push", 0, []*model.Access{poll}, "at Promotion.Poll: the machine is not there"},
		{"Take", 1, []*model.Access{push}, "at Frames.Take: the machine is not there"},
	} {
		m, err := machine.Sized("Frames", `Forks = 1 Thieves = 1 Asked = FALSE Cuts = FALSE Naive = ""`)
		require.NoError(t, err)
		s, err := NewShadow(Protocol{Module: "Frames", Roles: map[string][]Rule{"owner": {
			{Expr: "c.stack", Do: []string{c.stands}, Form: Unshared, Why: "a test"},
			{Label: "Promotion.Poll", Do: []string{"Poll"}, Why: "a test"},
		}}, Stops: map[string]string{"OwnerIdle": "a test"}}, m)
		require.NoError(t, err)
		s.Begin()
		s.watch(request, nil, 1, Place{Word: "request", Values: Flags{}})
		s.Owns(nil, "owner", unsafe.Pointer(&c.top), Own{Word: "top", Is: func(m Memory, _ uint64) uint64 { return uint64(m.Int(0)) }})
		for _, a := range c.code {
			if err = s.Access(a); err != nil {
				break
			}
		}
		if c.says == "" {
			require.NoError(t, err)
			require.NoError(t, s.End())
			require.NoError(t, s.Check())
			require.Equal(t, map[string]int{"Push": 1, "Poll": 1}, s.Taken)
			continue
		}
		require.ErrorContains(t, err, c.says)
	}
}
