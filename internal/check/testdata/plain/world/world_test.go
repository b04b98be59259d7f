// Package world has tests that use what the scheduler does not control.
package world

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFile(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			_, err := os.ReadFile("world_test.go")
			require.NoError(t, err)
		})
	}
	wg.Wait()
}

func TestServer(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	r, err := http.Get(s.URL)
	require.NoError(t, err)
	r.Body.Close()
}

func TestWaitsForEver(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() {})
	go func() { select {} }()
	wg.Wait()
}

func TestWaitsForNobody(t *testing.T) {
	go func() { <-make(chan int) }()
}

func TestExit(t *testing.T) {
	if os.Getenv("PLAIN_EXIT") != "" {
		os.Exit(3)
	}
}

func TestProcess(t *testing.T) {
	var wg sync.WaitGroup
	wg.Go(func() { require.NoError(t, exec.Command("true").Run()) })
	wg.Wait()
}
