// Questions whether a context can be canceled.
package main

import (
	"context"
	"fmt"
)

type holder struct{ ctx context.Context }

func (h holder) get() context.Context { return h.ctx }

func main() {
	cancelled, cancel := context.WithCancel(context.Background())
	h := holder{cancelled}
	fmt.Println(h.ctx.Done() == nil, h.get().Done() != nil, (h.get()).Done() == nil)
	h.ctx = context.WithoutCancel(cancelled)
	fmt.Println(h.ctx.Done() == nil, context.Background().Done() != nil)
	if done := h.get().Done() == nil; done {
		fmt.Println("cannot be canceled")
	}
	cancel()
	fmt.Println(cancelled.Err())
}
