// Package pipes has tests with the pipes of io and net, and with finalizers.
package pipes

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPipe(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "hello")
		w.Close()
	}()
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "hello", string(all))
}

// The reader takes the first part, and nobody takes the second.
func TestPipe_Leaks(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "hello")
		fmt.Fprint(w, "again")
		w.Close()
	}()
	_, _ = io.ReadFull(r, make([]byte, 5))
}

func TestPipe_Closed(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "hello")
		_, err := fmt.Fprint(w, "again")
		if err != io.ErrClosedPipe {
			panic(err)
		}
	}()
	_, _ = io.ReadFull(r, make([]byte, 5))
	r.Close()
}

// In some schedules the end overtakes the second writer.
func TestPipe_Overtakes(t *testing.T) {
	r, w := io.Pipe()
	for range 2 {
		go func() {
			fmt.Fprint(w, "x")
			w.Close()
		}()
	}
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Equal(t, "xx", string(all))
}

func TestConn(t *testing.T) {
	a, b := net.Pipe()
	go func() {
		defer b.Close()
		s := bufio.NewScanner(b)
		for s.Scan() {
			fmt.Fprintln(b, s.Text())
		}
	}()
	fmt.Fprintln(a, "x")
	line, err := bufio.NewReader(a).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "x\n", line)
	a.Close()
}

func TestConn_Leaks(t *testing.T) {
	a, b := net.Pipe()
	go func() { _, _ = b.Read(make([]byte, 1)) }()
	require.Equal(t, "pipe", a.LocalAddr().Network())
}

func TestConn_Deadline(t *testing.T) {
	a, b := net.Pipe()
	defer b.Close()
	require.NoError(t, a.SetReadDeadline(time.Now().Add(time.Second)))
	_, err := a.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.NoError(t, a.SetReadDeadline(time.Time{}))
	go func() { fmt.Fprint(b, "x") }()
	n, err := a.Read(make([]byte, 1))
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

// Types of other packages hold the ends of a pipe.
type stream struct{ *io.PipeReader }

func TestPipe_Embedded(t *testing.T) {
	r, w := io.Pipe()
	s := stream{r}
	go w.CloseWithError(io.ErrUnexpectedEOF)
	_, err := s.Read(make([]byte, 1))
	require.Equal(t, io.ErrUnexpectedEOF, err)
	var to io.WriteCloser = w
	_, err = to.Write([]byte("x"))
	require.Equal(t, io.ErrClosedPipe, err)
}

type resource struct{ c chan int }

// Go promises that no finalizer and no cleanup ever runs.
func TestFinalizer(t *testing.T) {
	r := &resource{make(chan int, 1)}
	runtime.SetFinalizer(r, func(r *resource) { close(r.c) })
	runtime.AddCleanup(r, func(c chan int) { close(c) }, r.c)
	go func() { r.c <- 1 }()
	require.Equal(t, 1, <-r.c)
	runtime.SetFinalizer(r, nil)
}
