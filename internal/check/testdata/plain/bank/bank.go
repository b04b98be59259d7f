// Package bank has an account with a fault, and the same account without it.
package bank

import "sync"

// Account is an account whose Withdraw looks at the balance before it takes the lock again.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Deposit adds to the balance.
func (a *Account) Deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

// Balance returns the balance.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Withdraw takes n if there is enough.
func (a *Account) Withdraw(n int) bool {
	if a.Balance() < n {
		return false
	}
	a.Deposit(-n)
	return true
}

// Sound is Account with a Withdraw that holds the lock.
type Sound struct{ Account }

// Withdraw takes n if there is enough.
func (a *Sound) Withdraw(n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance < n {
		return false
	}
	a.balance -= n
	return true
}
