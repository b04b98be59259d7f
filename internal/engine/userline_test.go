package engine_test

import (
	"net"
	"net/rpc"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
)

// A goroutine without a line of the program gets that of the goroutine which has started it.
func TestUserLine_OfStarter(t *testing.T) {
	here, there := net.Pipe()
	defer there.Close()
	c := rpc.NewClient(here) // starts a goroutine, which reads from the pipe
	defer c.Close()
	found := false
	for _, g := range engine.Goroutines() {
		if strings.Contains(g, "\ncreated by net/rpc.NewClientWithCodec in") {
			found = true
			require.Contains(t, engine.UserLine(g), "internal/engine/userline_test.go:")
			require.NotContains(t, engine.UserLine("goroutine 1 [running]:\nio.Copy(0x1)\n"), "unknown")
		}
	}
	require.True(t, found)
}

// A goroutine may be stopped in any package that the scheduler uses. None of their places is the program's.
func TestOwn_EveryPackageOfTheScheduler(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{range .GoFiles}}{{$.ImportPath}}/{{.}} {{end}}", "../../model/sched", "../../model/shim/...").Output()
	require.NoError(t, err)
	const home = "github.com/stealproof/stealproof/"
	found := 0
	for _, file := range strings.Fields(string(out)) {
		if inside, is := strings.CutPrefix(file, home); is {
			found++
			require.True(t, engine.Own("\t"+engine.OwnRoot()+inside+":23 +0x1"), inside)
		}
	}
	require.Greater(t, found, 100)
	for _, theirs := range []string{"internal/engine/userline_test.go", "internal/machine/machine.go", "model/sched/examples/a.go", "wsq/chaselev.go", "internal/gobugs/plain/a.go"} {
		require.False(t, engine.Own("\t"+engine.OwnRoot()+theirs+":23 +0x1"), theirs)
	}
}

func TestShimCalled(t *testing.T) {
	const shim = "github.com/stealproof/stealproof/model/shim/"
	for name, stack := range map[string]string{
		"io.(*PipeReader).Read": "goroutine 7 [running]:\n" + shim + "channel.Select(0x1, 0x2)\n\t/a/model/shim/channel/select.go:1\n" +
			shim + "io.(*PipeReader).Read(0x1)\n\t/a/model/shim/io/pipe.go:1\nio.copyBuffer(0x1)\n\t/go/io/io.go:1\n" + shim + "sync.(*Mutex).Lock(0x1)\n",
		"code that was rewritten": "goroutine 7 [running]:\nio.copyBuffer(0x1)\n\t/go/io/io.go:1\n",
	} {
		require.Equal(t, name, engine.ShimCalled(stack))
	}
}
