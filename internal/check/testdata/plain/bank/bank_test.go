package bank

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type account interface {
	Deposit(int)
	Withdraw(int) bool
	Balance() int
}

func both(a account) {
	a.Deposit(10)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			a.Withdraw(10)
		}()
	}
	wg.Wait()
}

func TestWithdraw(t *testing.T) {
	a := &Account{}
	both(a)
	if n := a.Balance(); n < 0 {
		t.Errorf("the balance is %d", n)
	}
}

func TestWithdraw_Sound(t *testing.T) {
	a := &Sound{}
	both(a)
	if n := a.Balance(); n < 0 {
		t.Errorf("the balance is %d", n)
	}
}

func TestWithdraw_Require(t *testing.T) {
	a := &Account{}
	both(a)
	require.GreaterOrEqual(t, a.Balance(), 0)
}

func TestWithdraw_Assert(t *testing.T) {
	a := &Account{}
	both(a)
	assert.GreaterOrEqual(t, a.Balance(), 0, "of %s", t.Name())
}

func TestWithdraw_RequireSound(t *testing.T) {
	a := &Sound{}
	both(a)
	require.GreaterOrEqual(t, a.Balance(), 0)
}

func TestDeposit(t *testing.T) {
	a := &Account{}
	a.Deposit(1)
	require.Equal(t, 1, a.Balance())
}
