package wsq_test

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/wsq"
)

type item struct{ n int }

// BenchmarkPair measures one Push and one Pop by the owner, alternating and in
// batches of 64, for each deque. Compare the rows of one run.
func BenchmarkPair(b *testing.B) {
	for _, d := range []struct {
		name string
		new  func() wsq.Deque[*item]
	}{
		{"ChaseLev", func() wsq.Deque[*item] { return wsq.NewChaseLev[*item](256) }},
		{"Split", func() wsq.Deque[*item] { return wsq.NewSplit[*item](256) }},
		{"ABP", func() wsq.Deque[*item] { return wsq.NewABP[item](256) }},
		{"Duffy", func() wsq.Deque[*item] { return wsq.NewDuffy[*item](256) }},
		{"THE", func() wsq.Deque[*item] { return wsq.NewTHE[*item](256, false) }},
		{"Locked", func() wsq.Deque[*item] { return wsq.NewLocked[*item](256) }},
	} {
		for _, batch := range []int{1, 64} {
			b.Run(fmt.Sprintf("%s/batch=%d", d.name, batch), func(b *testing.B) {
				b.ReportAllocs()
				q := d.new()
				it := &item{}
				for range b.N / batch {
					for range batch {
						q.Push(it)
					}
					for range batch {
						q.Pop()
					}
				}
			})
		}
	}
}
