package lin

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// later is a specification whose first state is plain. Its later states have a channel, or share memory.
type later struct {
	a, b    []int
	c       chan int
	channel bool
}

func (s *later) Add(_, n int) int {
	s.a = append(s.a, n)
	if s.b = s.a; s.channel {
		s.b, s.c = nil, make(chan int)
	}
	return n
}

func (s *later) Get(n int) int { return n }

type getter interface{ Get(n int) int }

type numbers struct{}

func (*numbers) U(n uint8) uint8     { return n }
func (*numbers) W(n uint64) uint64   { return n }
func (*numbers) F(n float32) float32 { return n }

func refusal[M any](spec func() M, options ...Option) string {
	_, err := newChecker(&tb{}, func() *register { return &register{} }, spec, configOf(options...))
	if err == nil {
		return ""
	}
	return err.Error()
}

// A specification that comes to a state which breaks the rule is refused for that reason.
func TestRefused_LaterState(t *testing.T) {
	for channel, want := range map[bool]string{true: "a chan int cannot be compared", false: "share memory"} {
		for _, options := range [][]Option{registerOps[:1], registerOps} {
			require.Contains(t, refusal(func() *later { return &later{channel: channel} }, options...), want)
		}
	}
}

// An option with an impossible value is refused, where it could check nothing, or something else.
func TestRefused_Option(t *testing.T) {
	for want, more := range map[string]Option{
		"Rounds(-1): want 0 or more":                Rounds(-1),
		"For(-1ns): want 0 or more":                 For(-1),
		"there is no Condition(9)":                  Condition(9),
		"there is no Progress(9)":                   Progress(9),
		"there is no Progress(3)":                   waitFree,
		"WaitFree(0): the bound must be 1 or more":  WaitFree(0),
		"option 1 of F is nil":                      Op("F", func(*register) {}, nil),
		"ArgsFrom, parameter 1 of F: the generator": Op("F", func(*register, int) {}, ArgsFrom(rapid.Int().Filter(func(int) bool { return false }), 2)),
	} {
		require.Contains(t, refusal(newRegisters, registerOps[0], registerOps[1], more), want)
	}
	for _, more := range []Option{Rounds(0), For(0), Progress(0), Linearizable, WaitFree(1)} {
		require.Empty(t, refusal(newRegisters, registerOps[0], registerOps[1], more))
	}
	to := &tb{}
	Check(to, func() *register { return &register{} }, newRegisters, registerOps[0], nil)
	require.Equal(t, []string{"lin: option 2 is nil"}, to.errors)
	require.Contains(t, refusal(func() getter { return newRegisters() }, registerOps[1]), "the interface lin.getter")
}

// The failure of a wrong use names the role.
func TestRefused_OneRole(t *testing.T) {
	add := func(role string) Option { return Op("Add", (*register).Add, Role(role)) }
	get := func(role string) Option { return Op("Get", (*register).Get, Role(role)) }
	require.Equal(t, "all operations have the role a, so no scenario can have two threads", refusal(newRegisters, add("a"), get("a")))
	require.Empty(t, refusal(newRegisters, add("a"), get("b")))
	require.Empty(t, refusal(newRegisters, add("a"), get("")))
	require.Empty(t, refusal(newRegisters, add("a"), Scenario("; Add(1, 1) Add(1, 1) ;")))
}

// A number that the parameter cannot have is refused. A floating-point number may be rounded.
func TestRefused_Number(t *testing.T) {
	u := func(_ *register, n uint8) uint8 { return n }
	w := func(_ *register, n uint64) uint64 { return n }
	f := func(_ *register, n float32) float32 { return n }
	spec := func() *numbers { return &numbers{} }
	for x, fits := range map[any]bool{255: true, 256: false, -1: false, 1.5: false, 2.0: true, int8(7): true, uint64(1) << 40: false} {
		require.Equal(t, fits, refusal(spec, Op("U", u, Args(x))) == "", "%v", x)
	}
	for x, fits := range map[any]bool{-1: false, int64(-1): false, int64(1) << 40: true, -0.5: false} {
		require.Equal(t, fits, refusal(spec, Op("W", w, Args(x))) == "", "%v", x)
	}
	for x, fits := range map[any]bool{0.1: true, 3: true, 1e300: false} {
		require.Equal(t, fits, refusal(spec, Op("F", f, Args(x))) == "", "%v", x)
	}
	require.Equal(t, "the Args for parameter 1 of U: 256 is no uint8", refusal(spec, Op("U", u, Args(256))))
}

// slots is a pool whose Get takes any slot. Its Put is allowed for a slot that is taken.
type slots struct{ taken [2]bool }

func (s *slots) Get(n int) bool {
	was := s.taken[n]
	s.taken[n] = true
	return !was
}

func (s *slots) Put(n int) {
	if !s.taken[n] {
		panic("not taken")
	}
	s.taken[n] = false
}

type shut struct{}

func (shut) CanGet() bool { return false }
func (shut) Get() int     { return 0 }
func (shut) Put(int)      { panic("never") }

// If no scenario has an operation, the reason is given.
func TestRefused_NoScenario(t *testing.T) {
	get, put := Op("Get", func(*register) int { return 0 }), Op("Put", func(*register, int) {}, Args(0, 1))
	require.Equal(t, "no generated scenario calls Put, since the results of Get decide whether the specification allows it, and they are not determined; "+
		"give some with lin.Scenario; its last panic was: not taken", refusal(func() *slots { return &slots{} }, get, put))
	require.Empty(t, refusal(func() shut { return shut{} }, get))
	require.Contains(t, refusal(func() shut { return shut{} }, put), "no generated scenario calls Put, since the specification may not allow it there;")
	require.Empty(t, refusal(func() *slots { return &slots{} }, get, put, Scenario("Get()*2 ; Put(0) Get() | Put(1) Get() ;")))
}
