package mutant

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stealproof/stealproof/wsq"
)

func TestTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	sound := 0
	for _, m := range All() {
		if !kebab.MatchString(m.Name) || seen[m.Name] {
			t.Errorf("name %q: not in kebab case, or not unique", m.Name)
		}
		seen[m.Name] = true
		if m.Source == "" || m.Mechanism == "" || m.New == nil {
			t.Errorf("%s: a field is not filled in", m.Name)
		}
		if m.Sound != (len(m.Breaks) == 0) || m.Sound && m.Sequential {
			t.Errorf("%s: sound is %v, but it breaks %q", m.Name, m.Sound, m.Breaks)
		}
		if m.Sound {
			sound++
		}
	}
	if sound < 3 || sound == len(seen) {
		t.Errorf("%d sound of %d", sound, len(seen))
	}
}

// With one goroutine, exactly the deques that are marked Sequential are wrong.
func TestOneGoroutine(t *testing.T) {
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			for seed := range uint64(20) {
				fault := sequential(m, 1<<(1+seed%4), seed)
				if m.Sequential && fault != "" {
					return
				}
				if !m.Sequential && fault != "" {
					t.Fatalf("seed %d: %s", seed, fault)
				}
			}
			if m.Sequential {
				t.Fatal("nothing seen")
			}
		})
	}
}

// sequential does random operations and returns the first wrong result, or "".
func sequential(m Mutant, capacity int, seed uint64) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprint("panic: ", r)
		}
	}()
	d := m.New(capacity)
	rnd := rand.New(rand.NewPCG(seed, 0))
	var held []*int
	taken := func(op string, v *int, i int) bool {
		if len(held) == 0 {
			fault = op + " of an empty deque took something"
			return false
		}
		if v != held[i] {
			fault = op + " took the wrong item"
			return false
		}
		held = append(held[:i:i], held[i+1:]...)
		return true
	}
	pop := func() bool {
		v, ok := d.Pop()
		if ok {
			return taken("Pop", v, len(held)-1)
		}
		if len(held) != 0 {
			fault = fmt.Sprintf("Pop answered false with %d items", len(held))
			return false
		}
		return true
	}
	for i := range 300 {
		switch rnd.IntN(4) {
		case 0, 1:
			if v := i; d.Push(&v) {
				held = append(held, &v)
			}
		case 2:
			if !pop() {
				return fault
			}
		case 3:
			switch v, r := d.Steal(); r {
			case wsq.Stolen:
				if !taken("Steal", v, 0) {
					return fault
				}
			case wsq.Retry:
				return "Steal answered Retry in a single goroutine"
			case wsq.Empty:
				if n := len(held); n > 1 || n == 1 && m.Empty == wsq.Strict {
					return fmt.Sprintf("Steal answered Empty with %d items", n)
				}
			}
		}
	}
	for n := len(held); n >= 0; n-- {
		if !pop() {
			return fault
		}
	}
	return fault
}

// The tests below run the interleavings of the printed deques that need no scheduler.

func TestAgrawalBoundedTakesTwice(t *testing.T) {
	d := NewAgrawalBounded[int](8)
	d.Push(1)
	d.Push(2)
	d.Steal()
	d.Steal()
	if _, ok := d.Pop(); ok {
		t.Fatal("Pop took something")
	}
	if v, ok := d.Pop(); !ok || v != 1 {
		t.Fatalf("Pop took %d, %v; want 1, the second time", v, ok)
	}
}

func TestAgrawalPointerIntoArray(t *testing.T) {
	bounded := NewAgrawalBoundedReset[int](8)
	bounded.Push(1)
	task, _ := bounded.popTop()
	bounded.Pop()
	bounded.Push(2)
	if v, ok := bounded.Pop(); !ok || v != 2 || *task != 2 {
		t.Errorf("bounded: the owner took %d, %v, the thief %d; want 2 for both", v, ok, *task)
	}

	unbounded := NewAgrawalUnbounded[int](1)
	unbounded.Push(1)
	task, _ = unbounded.popTop()
	unbounded.Push(2)
	unbounded.Pop()
	unbounded.Push(3)
	if v, ok := unbounded.Pop(); !ok || v != 3 || *task != 3 {
		t.Errorf("unbounded: the owner took %d, %v, the thief %d; want 3 for both", v, ok, *task)
	}
}

func TestDuffyEarlyEmpty(t *testing.T) {
	d := NewDuffyRetry[int](2)
	// A TrySteal on the empty queue, up to its read of the tail.
	d.mForeignLock.Lock()
	head := d.mHeadIndex.Load()
	d.mHeadIndex.Swap(head + 1)
	stolen := head < d.mTailIndex.Load()
	d.Push(1)
	if v, ok := d.Pop(); ok || stolen {
		t.Errorf("Pop took %d; want the early false", v)
	}
	d.mHeadIndex.Store(head)
	d.mForeignLock.Unlock()
	if v, ok := d.Pop(); !ok || v != 1 {
		t.Errorf("Pop took %d, %v; want 1", v, ok)
	}
}

func TestDuffyLockHeld(t *testing.T) {
	for _, test := range []struct {
		d    *Duffy[int]
		want wsq.StealResult
	}{{NewDuffy[int](4), wsq.Empty}, {NewDuffyRetry[int](4), wsq.Retry}} {
		test.d.Push(1)
		test.d.Push(2)
		test.d.mForeignLock.Lock()
		if _, r := test.d.Steal(); r != test.want {
			t.Errorf("Steal answered %v, want %v", r, test.want)
		}
		test.d.mForeignLock.Unlock()
	}
}

func TestJinLiSmallArray(t *testing.T) {
	d := NewJinLi[int](2)
	d.Push(1)
	d.Push(2)
	if v, r := d.Steal(); r != wsq.Stolen || v != 1 {
		t.Fatalf("Steal answered %d, %v", v, r)
	}
	defer func() {
		if recover() == nil {
			t.Error("Push found room in a full array that holds one item")
		}
	}()
	d.Push(3)
}
