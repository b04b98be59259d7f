package pool_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stealproof/stealproof/internal/mutation/trial"
	"github.com/stealproof/stealproof/pool"
)

// TestStress_Pools makes pools. Each lives one of the lives below, chosen at random, and is
// closed. The test ends when something breaks or the time is over. An execution is a pool.
func TestStress_Pools(t *testing.T) {
	before := runtime.NumGoroutine()
	trial.Rounds(t, func(n uint64) (int, error) {
		chance := rand.New(rand.NewPCG(n, 0))
		p := pool.New(pool.Options{
			Workers: 1 + chance.IntN(4),
			Deque:   kinds[chance.IntN(len(kinds))].make,
			Queue:   1 + chance.IntN(8),
		})
		err := lives[chance.IntN(len(lives))](t, p, chance)
		if err == nil && p.Alive() != 0 {
			err = fmt.Errorf("%d workers have not left", p.Alive())
		}
		return 1, err
	})
	until(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

// lives are the possible lives of a pool, including Close.
var lives = []func(t *testing.T, p *pool.Pool, chance *rand.Rand) error{
	func(_ *testing.T, p *pool.Pool, chance *rand.Rand) error { return grown(p, chance, false) },
	func(_ *testing.T, p *pool.Pool, chance *rand.Rand) error { return grown(p, chance, true) },
	oneByOne,
	leavesThatWait,
	cancelledAmid,
	crowded,
	closedUnderLoad,
}

// grown runs random trees.
func grown(p *pool.Pool, chance *rand.Rand, wild bool) error {
	bytes := make([]byte, chance.IntN(1+chance.IntN(3*mostNodes)))
	for i := range bytes {
		bytes[i] = byte(chance.Uint32())
	}
	g := decode(bytes, wild)
	if err := g.run(p); err != nil {
		return fmt.Errorf("%w\n%v", err, g.trees)
	}
	return nil
}

// oneByOne submits functions one at a time, to workers that sleep or are about to.
func oneByOne(t *testing.T, p *pool.Pool, chance *rand.Rand) error {
	for range 1 + chance.IntN(20) {
		if chance.IntN(4) == 0 {
			asleep(t, p)
		}
		if !single(t, p, chance.IntN(1000)) {
			return errors.New("a submission does not begin")
		}
	}
	return closed(p)
}

// leavesThatWait runs tasks that fork one frame each and wait for it without a join. Another
// worker must run the frame.
func leavesThatWait(t *testing.T, p *pool.Pool, chance *rand.Rand) error {
	if p.Workers() > 1 {
		for range 1 + chance.IntN(10) {
			if chance.IntN(4) == 0 {
				asleep(t, p)
			}
			if n, err := pool.Run(background, p, leafWaits); n != 1 || err != nil {
				return fmt.Errorf("an idle worker does not take the only frame: %d, %w", n, err)
			}
		}
	}
	return closed(p)
}

// cancelledAmid ends contexts at any time: while tasks are submitted, begin, fork, or are
// awaited.
func cancelledAmid(_ *testing.T, p *pool.Pool, chance *rand.Rand) error {
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	n, want := 1+chance.IntN(8), []int{0, 1, 1, 2, 3, 5, 8, 13, 21}
	var begun, over atomic.Int32
	body := func(w *pool.Worker) (int, error) {
		begun.Add(1)
		defer over.Add(1)
		return fibClosure(w, n), nil
	}
	calls := []func(ctx context.Context) (int, error){
		func(ctx context.Context) (int, error) { return pool.Run(ctx, p, body) },
		func(ctx context.Context) (int, error) { return join.Run(ctx, p, n) },
		func(ctx context.Context) (int, error) {
			f, err := pool.Submit(ctx, p, body)
			if err != nil {
				return 0, err
			}
			return f.Get(background)
		},
		func(ctx context.Context) (int, error) {
			f, err := pool.Submit(background, p, body)
			if err != nil {
				return 0, err
			}
			if _, err := f.Get(ctx); err != nil && !errors.Is(err, context.Canceled) {
				return 0, err
			}
			return f.Get(background)
		},
	}
	errs := make(chan error, 4)
	for range cap(errs) {
		call := calls[chance.IntN(len(calls))]
		go func() {
			v, err := call(ctx)
			if err == nil && v != want[n] {
				err = fmt.Errorf("fib of %d is %d", n, v)
			}
			errs <- err
		}()
	}
	for range chance.IntN(3000) {
		begun.Load()
	}
	cancel()
	for range cap(errs) {
		var err error
		if waits := ends(func() { err = <-errs }); waits != nil {
			return fmt.Errorf("a call whose context has ended: %w", waits)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	if err := closed(p); err != nil {
		return err
	}
	if b, o := begun.Load(), over.Load(); b != o {
		return fmt.Errorf("%d tasks have begun, and %d have ended when Close returns", b, o)
	}
	return nil
}

// crowded has submitters that submit more than there is room for. Some functions block, and the
// pool grows and shrinks meanwhile. All functions run before the pool is closed.
func crowded(_ *testing.T, p *pool.Pool, chance *rand.Rand) error {
	var ran atomic.Int32
	var all sync.WaitGroup
	blocks := chance.IntN(2) == 0
	f := func(w *pool.Worker) {
		if ran.Add(1); blocks {
			_ = w.Blocking(pause)
		}
	}
	submitters, each := 1+chance.IntN(3), 1+chance.IntN(30)
	errs := make(chan error, submitters)
	for range submitters {
		size := 0
		if chance.IntN(4) == 0 {
			size = 1 + chance.IntN(4)
		}
		all.Go(func() {
			for range each {
				if err := p.Go(f); err != nil {
					errs <- err
					return
				}
				if size > 0 {
					p.Resize(size)
				}
			}
		})
	}
	if err := ends(all.Wait); err != nil {
		return fmt.Errorf("a submitter: %w", err)
	}
	select {
	case err := <-errs:
		return err
	default:
	}
	if !spin(func() bool { return ran.Load() == int32(submitters*each) }) {
		return fmt.Errorf("of %d functions, only %d ran", submitters*each, ran.Load())
	}
	return closed(p)
}

// closedUnderLoad closes the pool while others submit and change its size. When Close returns,
// the accepted functions have run.
func closedUnderLoad(_ *testing.T, p *pool.Pool, chance *rand.Rand) error {
	var accepted, ran atomic.Int32
	var all sync.WaitGroup
	f := func(*pool.Worker) { ran.Add(1) }
	for range 1 + chance.IntN(3) {
		submit, size := p.Go, 0
		if chance.IntN(2) == 0 {
			submit = p.TryGo
		}
		if chance.IntN(4) == 0 {
			size = 1 + chance.IntN(4)
		}
		all.Go(func() {
			for err := error(nil); err == nil || err == pool.ErrFull; {
				if err = submit(f); err == nil {
					accepted.Add(1)
				}
				if size > 0 {
					p.Resize(size)
				}
			}
		})
	}
	for range chance.IntN(3000) {
		accepted.Load()
	}
	if err := closed(p); err != nil {
		return err
	}
	have := ran.Load()
	if err := ends(all.Wait); err != nil {
		return fmt.Errorf("a submitter: %w", err)
	}
	if n := accepted.Load(); n != have {
		return fmt.Errorf("%d submissions were accepted, and %d had run when Close returned", n, have)
	}
	return nil
}

// closed closes the pool.
func closed(p *pool.Pool) error {
	var err error
	if waits := ends(func() { err = p.Close(background) }); waits != nil {
		return fmt.Errorf("Close: %w", waits)
	}
	return err
}
