package console

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestItself(t *testing.T) {
	const (
		ours   = "module github.com/stealproof/stealproof\n"
		theirs = "module example.org/a\n\ngo 1.26.0\n"
	)
	for _, c := range []struct {
		exe, module, want string
		here              bool
	}{
		{"/home/me/bin/stealproof", theirs, "../bin/stealproof", true},
		{"/tmp/go-build12/b001/stealproof.test", theirs, "stealproof", true},
		{"/cache/ab/cd-d/stealproof", theirs + "\ntool github.com/stealproof/stealproof/cmd/stealproof // checks\n", "go tool stealproof", true},
		{"/cache/ab/cd-d/stealproof", theirs + "\ntool (\n\texample.org/x\n\tgithub.com/stealproof/stealproof/cmd/stealproof\n)\n", "go tool stealproof", false},
		{"/cache/ab/cd-d/stealproof", theirs + "\nrequire (\n\tgithub.com/stealproof/stealproof v1.0.0\n)\n", "go run github.com/stealproof/stealproof/cmd/stealproof", true},
		{"/cache/ab/cd-d/stealproof", theirs + "\ntool example.org/x\n", "go run github.com/stealproof/stealproof/cmd/stealproof", true},
		{"/tmp/go-build12/b001/exe/stealproof", ours, "go run ./cmd/stealproof", true},
		{"/tmp/go-build12/b001/exe/stealproof", ours, "go run github.com/stealproof/stealproof/cmd/stealproof", false},
		{"/tmp/go-build12/b001/exe/stealproof", "", "go run github.com/stealproof/stealproof/cmd/stealproof", false},
	} {
		require.Equal(t, c.want, called("stealproof", c.exe, "../bin/stealproof", "/cache", c.module, c.here), c.exe)
	}
	require.Equal(t, "stealproof", Itself(), "a test of the command")
}
