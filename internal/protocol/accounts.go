package protocol

import (
	"fmt"
	"sync"
)

// Accounts allows several threads to move amounts. Move takes the locks in the order of the accounts.
type Accounts [2]struct {
	mu      sync.Mutex
	balance int
}

// Move moves an amount.
func (a *Accounts) Move(from, to, amount int) {
	first, second := &a[min(from, to)], &a[max(from, to)]
	first.mu.Lock()
	second.mu.Lock()
	a.book(from, to, amount)
	second.mu.Unlock()
	first.mu.Unlock()
}

func (a *Accounts) book(from, to, amount int) {
	a[from].balance -= amount
	a[to].balance += amount
}

// accountsUnordered takes the locks in the order of its arguments.
type accountsUnordered struct{ Accounts }

func (a *accountsUnordered) Move(from, to, amount int) {
	a.Accounts[from].mu.Lock()
	a.Accounts[to].mu.Lock()
	a.book(from, to, amount)
	a.Accounts[to].mu.Unlock()
	a.Accounts[from].mu.Unlock()
}

type mover interface{ Move(from, to, amount int) }

// accountsSwap has two threads that move amounts in opposite directions.
func accountsSwap(of func() mover) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		a := of()
		for from := range 2 {
			start(fmt.Sprintf("from %d", from), func() {
				for range rounds {
					a.Move(from, 1-from, 1)
				}
			})
		}
		return nil
	}
}
