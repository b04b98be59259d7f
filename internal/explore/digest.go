package explore

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"
)

// Digest identifies a labelled graph as a set of edges. It is the sum modulo 2^256 of the hashes of all edges.
// The hash of an edge is the SHA-256 of three parts: the hash of its first state, the hash of its second state,
// and the name of its action. The hash of a state is the SHA-256 of its text. An initial state counts as an
// edge named Init from a state whose hash is zero.
//
// A sum needs neither an order of the edges nor all edges at once. Unless somebody builds graphs to deceive,
// two graphs have equal digests only if they are equal.
type Digest [4]uint64

// StateHash is the hash of a state.
type StateHash [sha256.Size]byte

// HashState returns the hash of a state's text.
func HashState(text []byte) StateHash { return sha256.Sum256(text) }

// EdgeHash returns the hash of an edge.
func EdgeHash(from, to StateHash, action string) [sha256.Size]byte {
	b := make([]byte, 0, 128)
	b = append(b, from[:]...)
	b = append(b, to[:]...)
	b = append(b, action...)
	return sha256.Sum256(b)
}

// InitialHash returns the hash of the edge that stands for an initial state.
func InitialHash(to StateHash) [sha256.Size]byte { return EdgeHash(StateHash{}, to, "Init") }

// Add adds the hash of an edge.
func (d *Digest) Add(edge [sha256.Size]byte) {
	var other Digest
	for i := range other {
		other[i] = binary.LittleEndian.Uint64(edge[8*i:])
	}
	d.Merge(other)
}

// Merge adds all edges of another digest.
func (d *Digest) Merge(other Digest) {
	var carry uint64
	for i := range d {
		d[i], carry = bits.Add64(d[i], other[i], carry)
	}
}

// String returns the digest as 64 hexadecimal digits.
func (d Digest) String() string {
	var b [32]byte
	for i := range d {
		binary.BigEndian.PutUint64(b[8*i:], d[len(d)-1-i])
	}
	return hex.EncodeToString(b[:])
}
