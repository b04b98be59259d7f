package refused

import (
	"sync/atomic"
	"testing"
)

func TestOne(t *testing.T) {}

func TestTwo(t *testing.T) { Add(new(atomic.Int64)) }
