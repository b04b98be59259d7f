// Package httptest is the shim for package net/http/httptest. It has NewServer. All other names of httptest stay as they
// are.
//
// Under the scheduler, a request of http.DefaultTransport or of the server's Client calls the handler on the goroutine of the
// client. That orders the same as the original: the client waits until the handler has returned and the response is
// sent. The server listens as well, for clients that dial it themselves. So it does for requests that differ: see direct.
//
// Only rewritten code imports it. It may change in any release.
package httptest

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/stealproof/stealproof/internal/engine"
)

var servers = struct {
	sync.Mutex
	byHost map[string]*httptest.Server // those that are open
}{byHost: map[string]*httptest.Server{}}

// NewServer is [httptest.NewServer].
func NewServer(h http.Handler) *httptest.Server {
	if !engine.On() {
		return httptest.NewServer(h)
	}
	s := httptest.NewUnstartedServer(h)
	host := s.Listener.Addr().String()
	s.Listener = listener{s.Listener, host}
	s.Start()
	servers.Lock()
	servers.byHost[host] = s
	servers.Unlock()
	always()
	if t, is := s.Client().Transport.(*http.Transport); is {
		t.RegisterProtocol("http", transport{})
	}
	return s
}

// always registers transport for http.DefaultTransport, unless the program has put something else there.
var always = sync.OnceFunc(func() {
	if t, is := http.DefaultTransport.(*http.Transport); is {
		t.RegisterProtocol("http", transport{})
	}
})

// listener is that of a server. When it closes, the server is not open any more.
type listener struct {
	net.Listener
	host string
}

func (l listener) Close() error {
	servers.Lock()
	delete(servers.byHost, l.host)
	servers.Unlock()
	return l.Listener.Close()
}

// transport makes requests to open servers.
type transport struct{}

func (transport) RoundTrip(req *http.Request) (*http.Response, error) {
	servers.Lock()
	s := servers.byHost[req.URL.Host]
	servers.Unlock()
	if s == nil || !engine.On() || !direct(s, req) {
		return nil, http.ErrSkipAltProtocol
	}
	return exchange(s, req)
}

// direct reports whether a request can be served on the goroutine of the client. It cannot be if the client may give up, or
// if the body may come bit by bit.
func direct(s *httptest.Server, req *http.Request) bool {
	c := s.Config
	return req.Context().Done() == nil && (req.Body == nil || req.Body == http.NoBody || req.GetBody != nil) &&
		req.Method != http.MethodConnect && req.Header.Get("Upgrade") == "" && req.Header.Get("Expect") == "" && len(req.Trailer) == 0 &&
		c.BaseContext == nil && c.ConnContext == nil && c.ReadTimeout == 0 && c.WriteTimeout == 0
}
