package points

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

func TestParse(t *testing.T) {
	c, err := Parse(strings.TrimSpace(`
		push         Publish
		pop          Claim or Lower
		pop empty    Reset, else anywhere
		steal        Claim, unless another's Lower or Shrink since Look
		steal empty  d.mu, unless another's Claim before Look or Done
		steal retry  anywhere
	`))
	require.NoError(t, err)
	require.Equal(t, Claims{
		{model.Push, model.Done}:   {At: []string{"Publish"}},
		{model.Pop, model.Done}:    {At: []string{"Claim", "Lower"}},
		{model.Pop, model.Empty}:   {At: []string{"Reset"}, Anywhere: true},
		{model.Steal, model.Done}:  {At: []string{"Claim"}, Unless: []string{"Lower", "Shrink"}, Since: []string{"Look"}},
		{model.Steal, model.Empty}: {At: []string{"d.mu"}, Unless: []string{"Claim"}, Before: []string{"Look", "Done"}},
		{model.Steal, model.Retry}: {Anywhere: true},
	}, c)
	for o, claim := range c {
		again, err := Parse(o.String() + "  " + claim.String())
		require.NoError(t, err)
		require.Equal(t, Claims{o: claim}, again)
	}
	require.Equal(t, []string{"Claim", "Done", "Look", "Lower", "Publish", "Reset", "Shrink", "d.mu"}, c.Places())
	require.Equal(t, []string{"Reset", "anywhere"}, c[Outcome{model.Pop, model.Empty}].Points())
}

func TestParse_Refuses(t *testing.T) {
	for text, says := range map[string]string{
		"push Publish":                          "want a result and, after two spaces, its claim",
		"shove  Publish":                        `unknown operation "shove"`,
		"push nothing  Publish":                 `unknown result "nothing"`,
		"push  Publish\npush  Write":            "push is claimed twice",
		"push  Publish and Write":               `"Publish and Write" is not an access`,
		"push  publish":                         `"publish" is not an access`,
		"push  Publish, Write":                  "after the comma want",
		"steal  Claim, unless another's Lower":  "after the comma want",
		"steal  Claim, unless another's  since": "after the comma want",
		"push  anywhere, else anywhere":         `"anywhere" is not an access`,
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, says, text)
	}
}

// The claims of a type stand in its comment. The accesses that they name must be in the code.
func TestRead(t *testing.T) {
	header := "package p\n\n// D is a deque.\n//\n// Linearization: a reason,\n// and more.\n//\n//\tpush  Publish\n//\tpop   d.mu\n//\n// Cost: none.\ntype D struct{ mu sync.Mutex }\n"
	code := "package p\n\nfunc (d *D) Push() {\n\td.n.Store(1) //tla:Publish\n\td.mu.Lock() //tla:- no step\n}\n"
	c, err := Read(fstest.MapFS{"d.go": {Data: []byte(header)}, "e.go": {Data: []byte(code)}}, "D")
	require.NoError(t, err)
	require.Equal(t, Claims{{model.Push, model.Done}: {At: []string{"Publish"}}, {model.Pop, model.Done}: {At: []string{"d.mu"}}}, c)

	_, err = Read(fstest.MapFS{"d.go": {Data: []byte(header)}, "e_test.go": {Data: []byte(code)}}, "D")
	require.EqualError(t, err, "points: D has a claim on Publish, which is not in the code")
	_, err = Read(fstest.MapFS{"e.go": {Data: []byte(code)}}, "D")
	require.EqualError(t, err, "points: no comment that says Linearization: (type D)")
	_, err = Read(fstest.MapFS{"d.go": {Data: []byte("package p\n\n// D is.\n//\n// Linearization: somewhere.\ntype D int\n")}}, "D")
	require.EqualError(t, err, "points: no claims after Linearization: (type D)")
}

// Each of our deques has claims.
func TestRead_Deques(t *testing.T) {
	for _, typ := range []string{"ChaseLev", "Split", "ABP", "Duffy", "THE", "Locked"} {
		c, err := Read(os.DirFS("../../wsq"), typ)
		require.NoError(t, err)
		for _, o := range []Outcome{{model.Push, model.Done}, {model.Pop, model.Done}, {model.Pop, model.Empty}, {model.Steal, model.Done}, {model.Steal, model.Empty}} {
			require.Contains(t, c, o, typ)
		}
	}
}
