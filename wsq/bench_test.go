package wsq_test

import (
	"testing"

	"github.com/stealproof/stealproof/wsq"
)

type item struct{ _ int }

const batchSize = 64

// BenchmarkPair measures one Push and one Pop by the owner alone, in turns and in
// batches of 64. Compare rows of one run. The loops are written out, because a
// call through an interface costs 2 to 3 ns more.
func BenchmarkPair(b *testing.B) {
	it := &item{}
	pair := func(name string, alternating, batch func(n int)) {
		b.Run(name+"/alternating", func(b *testing.B) {
			b.ReportAllocs()
			alternating(b.N)
		})
		b.Run(name+"/batch", func(b *testing.B) {
			b.ReportAllocs()
			batch(b.N / batchSize)
		})
	}
	chaselev := wsq.NewChaseLev[*item](256)
	pair("ChaseLev", func(n int) {
		for range n {
			chaselev.Push(it)
			chaselev.Pop()
		}
	}, func(n int) {
		for range n {
			for range batchSize {
				chaselev.Push(it)
			}
			for range batchSize {
				chaselev.Pop()
			}
		}
	})
	split := wsq.NewSplit[*item](256)
	pair("Split", func(n int) {
		for range n {
			split.Push(it)
			split.Pop()
		}
	}, func(n int) {
		for range n {
			for range batchSize {
				split.Push(it)
			}
			for range batchSize {
				split.Pop()
			}
		}
	})
	abp := wsq.NewABP[item](256)
	pair("ABP", func(n int) {
		for range n {
			abp.Push(it)
			abp.Pop()
		}
	}, func(n int) {
		for range n {
			for range batchSize {
				abp.Push(it)
			}
			for range batchSize {
				abp.Pop()
			}
		}
	})
	duffy := wsq.NewDuffy[*item](256)
	pair("Duffy", func(n int) {
		for range n {
			duffy.Push(it)
			duffy.Pop()
		}
	}, func(n int) {
		for range n {
			for range batchSize {
				duffy.Push(it)
			}
			for range batchSize {
				duffy.Pop()
			}
		}
	})
	the := wsq.NewTHE[*item](256, false)
	pair("THE", func(n int) {
		for range n {
			the.Push(it)
			the.Pop()
		}
	}, func(n int) {
		for range n {
			for range batchSize {
				the.Push(it)
			}
			for range batchSize {
				the.Pop()
			}
		}
	})
	locked := wsq.NewLocked[*item](256)
	pair("Locked", func(n int) {
		for range n {
			locked.Push(it)
			locked.Pop()
		}
	}, func(n int) {
		for range n {
			for range batchSize {
				locked.Push(it)
			}
			for range batchSize {
				locked.Pop()
			}
		}
	})
}
