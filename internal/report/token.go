package report

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// The first byte of a token changes when the format of the rest does.
const (
	tokenVersion    = 1
	tokenCompressed = 2 // the same format, compressed by DEFLATE from the second byte on
	// The same two for a token with a Program. Its text follows Search.
	programVersion    = 3
	programCompressed = 4
	// Any of these for a token with Turns: so much more. The number is the last one before the decisions.
	turnsVersion = 4
)

// Token is an execution that can be repeated.
type Token struct {
	// Origin says what was built: the package of the test and, separated by spaces, other packages
	// that were rewritten for it.
	Origin string
	// Test is the name of the test, and Search is which of its searches it was, from 1.
	Test   string
	Search int
	// Program is the program that the search ran, if it has several. The test can read it.
	Program string
	// Turns is how many steps there are before the threads take turns, or 0 if they never do.
	Turns int
	// Decisions are those of the execution, or nil if there is none to repeat.
	Decisions []strategy.Decision
}

// Repeats reports whether the token has an execution.
func (t Token) Repeats() bool { return t.Decisions != nil }

// Package returns the package of the test.
func (t Token) Package() string {
	pkg, _, _ := strings.Cut(t.Origin, " ")
	return pkg
}

// String returns the text form. It has the kind and object of each step.
func (t Token) String() string {
	b := []byte{tokenVersion}
	for _, s := range []string{t.Origin, t.Test} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = binary.AppendUvarint(b, uint64(t.Search))
	if t.Program != "" {
		b[0] = programVersion
		b = binary.AppendUvarint(b, uint64(len(t.Program)))
		b = append(b, t.Program...)
	}
	if t.Turns > 0 {
		b[0] += turnsVersion
		b = binary.AppendUvarint(b, uint64(t.Turns))
	}
	decisions := t.Decisions
	for i := 0; i < len(decisions); {
		d := decisions[i]
		if d.Thread < 0 {
			b = binary.AppendUvarint(b, 0)
			b = binary.AppendUvarint(b, uint64(d.Choice))
			i++
			continue
		}
		n := 1
		for i+n < len(decisions) && decisions[i+n].Thread == d.Thread {
			n++
		}
		b = binary.AppendUvarint(b, uint64(d.Thread)+1)
		b = binary.AppendUvarint(b, uint64(n))
		for _, d := range decisions[i : i+n] {
			b = binary.AppendUvarint(b, uint64(d.Op.Kind.Recorded())|uint64(d.Op.Object+1)<<4)
		}
		i += n
	}
	if c := compress(b); len(c) < len(b) {
		b = c
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b)
}

// compress returns the compressed form of a token, whose first byte is one more.
func compress(b []byte) []byte {
	c := bytes.NewBuffer([]byte{b[0] + 1})
	w, err := flate.NewWriter(c, flate.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	_, _ = w.Write(b[1:]) // a bytes.Buffer does not fail
	_ = w.Close()
	return c.Bytes()
}

// longestToken bounds the decompressed size of a token: some bytes for each step of the longest
// execution that anybody would read.
const longestToken = 1 << 24

var errToken = errors.New("the token is damaged; copy all of it")

// decompressed is the inverse of compress. It returns other bytes as they are.
func decompressed(b []byte) ([]byte, error) {
	if b[0]%2 != tokenCompressed%2 {
		return b, nil
	}
	rest, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[1:])), longestToken))
	return append([]byte{b[0] - 1}, rest...), err
}

// ParseToken is the inverse of [Token.String].
func ParseToken(token string) (Token, error) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) < 5 {
		return Token{}, errToken
	}
	b, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.ChecksumIEEE(b) != sum {
		return Token{}, errToken
	}
	if b, err = decompressed(b); err != nil {
		return Token{}, errToken
	}
	version, turns := b[0], b[0] > programCompressed
	if turns {
		version -= turnsVersion
	}
	if version != tokenVersion && version != programVersion {
		return Token{}, errors.New("the token is of another version of stealproof; use the version that printed it")
	}
	r := tokenReader{rest: b[1:]}
	t := Token{Origin: r.text(), Test: r.text(), Search: int(r.number())}
	if version == programVersion {
		t.Program = r.text()
	}
	if turns {
		t.Turns = int(r.number())
	}
	t.Decisions = r.decisions()
	return t, r.err
}

// tokenReader reads the parts of a token. After an error, all parts are empty.
type tokenReader struct {
	rest []byte
	err  error
}

func (r *tokenReader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.rest, r.err = nil, errToken
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *tokenReader) text() string {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.rest, r.err = nil, errToken
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

func (r *tokenReader) decisions() (all []strategy.Decision) {
	for len(r.rest) > 0 {
		thread := int(r.number()) - 1
		n := r.number()
		if thread < 0 {
			all = append(all, strategy.Decision{Thread: -1, Choice: int(n)})
			continue
		}
		for ; n > 0 && r.err == nil; n-- {
			v := r.number()
			all = append(all, strategy.Decision{Thread: thread, Op: strategy.Op{Kind: strategy.Kind(v & 15), Object: int32(v>>4) - 1}})
		}
	}
	return all
}
