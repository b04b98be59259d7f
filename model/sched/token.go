package sched

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/stealproof/stealproof/model/sched/strategy"
)

// tokenVersion changes when the meaning of a token does.
const tokenVersion = 1

// Token returns the text form of an execution, with what each step was.
func Token(decisions []strategy.Decision) string {
	b := []byte{tokenVersion}
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
			b = binary.AppendUvarint(b, uint64(d.Op.Kind)|uint64(d.Op.Object+1)<<4)
		}
		i += n
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b)
}

var errToken = errors.New("the token is damaged; copy all of it")

// ParseToken is the inverse of [Token].
func ParseToken(token string) ([]strategy.Decision, error) {
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(b) < 5 {
		return nil, errToken
	}
	b, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.ChecksumIEEE(b) != sum {
		return nil, errToken
	}
	if b[0] != tokenVersion {
		return nil, errors.New("the token is of another version of stealproof")
	}
	b = b[1:]
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			err = errToken
			b = nil
			return 0
		}
		b = b[n:]
		return v
	}
	var decisions []strategy.Decision
	for len(b) > 0 {
		thread := int(next()) - 1
		n := next()
		if thread < 0 {
			decisions = append(decisions, strategy.Decision{Thread: -1, Choice: int(n)})
			continue
		}
		for ; n > 0 && err == nil; n-- {
			v := next()
			decisions = append(decisions, strategy.Decision{
				Thread: thread,
				Op:     strategy.Op{Kind: strategy.Kind(v & 15), Object: int32(v>>4) - 1},
			})
		}
	}
	return decisions, err
}
