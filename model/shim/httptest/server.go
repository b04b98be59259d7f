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
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/engine"
)

// open has the servers that are open, by host. A map does not change once it is here: a lock would order the clients for Go's
// race detector.
var open atomic.Pointer[map[string]*httptest.Server]

// set says that a server is open, or with nil that it is not any more.
func set(host string, s *httptest.Server) {
	for {
		was, now := open.Load(), map[string]*httptest.Server{}
		if was != nil {
			maps.Copy(now, *was)
		}
		if delete(now, host); s != nil {
			now[host] = s
		}
		if open.CompareAndSwap(was, &now) {
			return
		}
	}
}

// NewServer is [httptest.NewServer].
func NewServer(h http.Handler) *httptest.Server {
	if !engine.On() {
		return httptest.NewServer(h)
	}
	s := httptest.NewUnstartedServer(h)
	host := s.Listener.Addr().String()
	s.Listener = listener{s.Listener, host}
	s.Start()
	set(host, s)
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
	set(l.host, nil)
	return l.Listener.Close()
}

// transport makes requests to open servers.
type transport struct{}

func (transport) RoundTrip(req *http.Request) (*http.Response, error) {
	var s *httptest.Server
	if all := open.Load(); all != nil {
		s = (*all)[req.URL.Host]
	}
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
