package pool

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkStandby_Run is a Run after a burst of blocked tasks, whose spares stand by.
func BenchmarkStandby_Run(b *testing.B) {
	for _, tasks := range []int{0, 64, 500} {
		b.Run(fmt.Sprint(tasks), func(b *testing.B) {
			p := New(Options{Workers: 2, Spares: max(tasks, 1)})
			defer func() { require.NoError(b, p.Close(context.Background())) }()
			if tasks > 0 {
				bursts(b, p, tasks)
			}
			runsNothing(b, p)
		})
	}
}

// BenchmarkStandby_Burst is a burst of blocked tasks, whose spares go on standby.
func BenchmarkStandby_Burst(b *testing.B) {
	for _, tasks := range []int{64, 500, 2000} {
		b.Run(fmt.Sprint(tasks), func(b *testing.B) {
			p := New(Options{Workers: 2, Spares: tasks, Queue: tasks})
			defer func() { require.NoError(b, p.Close(context.Background())) }()
			for b.Loop() {
				bursts(b, p, tasks)
			}
		})
	}
}

func runsNothing(b *testing.B, p *Pool) {
	for b.Loop() {
		if _, err := Run(context.Background(), p, func(*Worker) (int, error) { return 0, nil }); err != nil {
			b.Fatal(err)
		}
	}
}
