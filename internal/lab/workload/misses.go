package workload

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/pool/classic"
	"github.com/stealproof/stealproof/wsq"
)

// misses counts the attempts to steal from some deques that gave nothing.
type misses struct{ all []*missed }

// missed is a deque that counts the attempts of its thieves.
type missed struct {
	wsq.Deque[*classic.CMUContext]
	_ [128]byte // the owner does not use the count
	n atomic.Int64
	_ [128]byte
}

func (d *missed) Steal() (*classic.CMUContext, wsq.StealResult) {
	c, r := d.Deque.Steal()
	if r != wsq.Stolen {
		d.n.Add(1)
	}
	return c, r
}

// counting returns deques that count.
func (m *misses) counting(d classic.CMUDeque) classic.CMUDeque {
	return func() wsq.Deque[*classic.CMUContext] {
		m.all = append(m.all, &missed{Deque: d()})
		return m.all[len(m.all)-1]
	}
}

func (m *misses) sum() (n int) {
	for _, d := range m.all {
		n += int(d.n.Load())
	}
	return n
}
