package httptest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	std "context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/shim/context"
)

// exchange calls the handler of a server, and returns its response. Both messages are written and read again as on a
// connection.
func exchange(s *httptest.Server, req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Body = req.Body
	zipped := req.Header.Get("Accept-Encoding") == "" && req.Header.Get("Range") == "" && req.Method != http.MethodHead
	if zipped {
		out.Header.Set("Accept-Encoding", "gzip")
	}
	var sent bytes.Buffer
	err := out.Write(&sent)
	if req.Body != nil {
		err = errors.Join(err, req.Body.Close())
	}
	if err != nil {
		return nil, err
	}
	in, err := http.ReadRequest(bufio.NewReader(&sent))
	if err != nil {
		return nil, err
	}
	in.RemoteAddr = "127.0.0.1:1024"
	ctx := std.WithValue(std.Background(), http.ServerContextKey, s.Config)
	ctx, cancel := context.WithCancel(std.WithValue(ctx, http.LocalAddrContextKey, s.Listener.Addr()))
	defer cancel()
	h := s.Config.Handler
	if h == nil {
		h = http.DefaultServeMux
	}
	w := &writer{recorder: httptest.NewRecorder()}
	if !returns(h, w, in.WithContext(ctx)) {
		return nil, io.EOF
	}
	return w.response(req, zipped)
}

// returns calls a handler, and reports whether it returns. As a server does, it recovers from a panic, and then the
// connection ends.
func returns(h http.Handler, w http.ResponseWriter, r *http.Request) (is bool) {
	defer func() {
		if !is && !engine.Unwinding() {
			_ = recover()
		}
	}()
	h.ServeHTTP(w, r)
	return true
}

// writer is what a handler writes to.
type writer struct {
	recorder *httptest.ResponseRecorder
}

func (w *writer) Header() http.Header { return w.recorder.Header() }

func (w *writer) Write(b []byte) (int, error) {
	if w.recorder.Code == http.StatusNoContent || w.recorder.Code == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed
	}
	return w.recorder.Write(b)
}

func (w *writer) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

func (w *writer) WriteHeader(code int) {
	if code < http.StatusOK {
		refuse("sends a response of its own before the last one")
	}
	w.recorder.WriteHeader(code)
}

// Flush and the others are what the client sees before the handler returns.
func (w *writer) Flush()                           { refuse("flushes a response") }
func (w *writer) SetReadDeadline(time.Time) error  { refuse("sets a deadline"); return nil }
func (w *writer) SetWriteDeadline(time.Time) error { refuse("sets a deadline"); return nil }
func (w *writer) EnableFullDuplex() error          { refuse("reads while it writes"); return nil }

func (w *writer) CloseNotify() <-chan bool { refuse("asks whether the client is gone"); return nil }
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	refuse("takes the connection")
	return nil, nil, http.ErrNotSupported
}

func refuse(what string) { engine.Refuse(engine.Announced(), "the handler of a server "+what) }

// response returns what the client reads.
func (w *writer) response(req *http.Request, zipped bool) (*http.Response, error) {
	r := w.recorder.Result()
	if r.Header.Get("Date") == "" {
		r.Header.Set("Date", "Wed, 17 Jun 2026 12:00:00 GMT")
	}
	if r.Header.Get("Content-Length") == "" {
		r.ContentLength = int64(w.recorder.Body.Len())
	}
	r.Request = req // of a HEAD request, only the header is sent
	var sent bytes.Buffer
	if err := r.Write(&sent); err != nil {
		return nil, err
	}
	got, err := http.ReadResponse(bufio.NewReader(&sent), req)
	if err != nil || !zipped || got.Header.Get("Content-Encoding") != "gzip" {
		return got, err
	}
	z, err := gzip.NewReader(got.Body)
	if err != nil {
		return nil, err
	}
	got.Body, got.ContentLength, got.Uncompressed = z, -1, true
	got.Header.Del("Content-Encoding")
	got.Header.Del("Content-Length")
	return got, nil
}
