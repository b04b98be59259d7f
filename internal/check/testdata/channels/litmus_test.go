package channels

import (
	"context"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// global is made before the program, and holds two values.
var global = func() chan int {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	return c
}()

// over was closed before the program.
var over = func() chan int {
	c := make(chan int, 1)
	c <- 5
	close(c)
	return c
}()

// litmus are small programs for the rules of channels. Each returns its outcome.
var litmus = map[string]func() string{
	"a select takes any ready case": func() string {
		a, b := make(chan int, 1), make(chan int, 1)
		a <- 1
		b <- 2
		select {
		case v := <-a:
			return fmt.Sprint(v)
		case v := <-b:
			return fmt.Sprint(v)
		}
	},
	"a default is taken only if no case is ready": func() string {
		a := make(chan int, 1)
		a <- 1
		select {
		case <-a:
			return "case"
		default:
			return "default"
		}
	},
	"a default beside a sender": func() string {
		c, done := make(chan int), make(chan bool)
		go func() {
			select {
			case c <- 1:
			case <-done:
			}
		}()
		defer close(done)
		select {
		case <-c:
			return "met"
		default:
			return "default"
		}
	},
	"a blocked sender panics": func() string {
		c, got := make(chan int), make(chan string)
		go func() {
			defer func() { got <- fmt.Sprint(recover()) }()
			c <- 1
		}()
		close(c)
		return <-got
	},
	"a closed channel gives what it holds": func() string {
		c := make(chan int, 2)
		c <- 1
		c <- 2
		close(c)
		a, ok := <-c
		b := <-c
		d, ok2 := <-c
		return fmt.Sprint(a, ok, b, d, ok2, len(c), cap(c))
	},
	"values come in the order of their sends": func() string {
		c := make(chan int, 2)
		go func() {
			c <- 1
			c <- 2
			c <- 3
		}()
		return fmt.Sprint(<-c, <-c, <-c)
	},
	"two senders": func() string {
		c := make(chan int)
		for i := range 2 {
			go func() { c <- i }()
		}
		return fmt.Sprint(<-c, <-c)
	},
	"len": func() string {
		c, done := make(chan int, 2), make(chan bool)
		go func() {
			c <- 1
			c <- 2
			close(done)
		}()
		n := len(c)
		<-done
		return fmt.Sprint(n, len(c), cap(c))
	},
	"the operands of a select come in order": func() string {
		text := ""
		say := func(c chan int, s string) chan int { text += s; return c }
		ready := make(chan int, 1)
		ready <- 1
		select {
		case <-say(nil, "a"):
		case say(nil, "b") <- len(text):
		case v := <-say(ready, "c"):
			text += fmt.Sprint(v)
		}
		return text
	},
	"a select with itself": func() string {
		c := make(chan int)
		select {
		case c <- 1:
			return "sent"
		case <-c:
			return "received"
		default:
			return "alone"
		}
	},
	"two selects meet": func() string {
		a, b := make(chan int), make(chan int)
		got, done := make(chan string, 2), make(chan bool)
		defer close(done)
		for i := range 2 {
			go func() {
				select {
				case <-done:
				case a <- i:
					got <- fmt.Sprint("sent a ", i)
				case v := <-b:
					got <- fmt.Sprint("received b ", v)
				}
			}()
		}
		select {
		case v := <-a:
			return fmt.Sprint("a ", v, " ", <-got)
		case b <- 9:
			return fmt.Sprint("b ", <-got)
		}
	},
	"a channel made before": func() string {
		global <- 3
		return fmt.Sprint(len(global), <-global, <-global, <-global, len(global), refill(global))
	},
	"a channel closed before": func() string {
		return fmt.Sprint(len(over) < 2)
	},
	"nil channels": func() string {
		var c chan int
		select {
		case c <- 1:
		case <-c:
		default:
			return fmt.Sprint("never", len(c), cap(c))
		}
		return ""
	},
}

// more are litmus programs for the rules that are left.
var more = map[string]func() string{
	"a blocked receiver gets zero from a close": func() string {
		c, got := make(chan int), make(chan string)
		go func() {
			v, ok := <-c
			got <- fmt.Sprint(v, ok)
		}()
		close(c)
		return <-got
	},
	"a close wakes all receivers": func() string {
		c, got := make(chan int), make(chan bool, 3)
		for range 3 {
			go func() {
				_, ok := <-c
				got <- ok
			}()
		}
		close(c)
		return fmt.Sprint(<-got, <-got, <-got)
	},
	"a close of a closed or nil channel panics": func() string {
		c := make(chan int)
		close(c)
		return panicOf(func() { close(c) }) + ", " + panicOf(func() { close((chan int)(nil)) })
	},
	"a send on a closed channel panics in a select": func() string {
		c, d := make(chan int, 1), make(chan int, 1)
		close(c)
		return panicOf(func() {
			select {
			case c <- 1:
			case d <- 1:
			}
		})
	},
	"a closed channel is always ready": func() string {
		c, d := make(chan int), make(chan int, 1)
		d <- 1
		close(c)
		select {
		case _, ok := <-c:
			return fmt.Sprint("closed ", ok)
		case v := <-d:
			return fmt.Sprint("value ", v)
		}
	},
	"a sender is ahead by the capacity": func() string {
		c, done := make(chan int, 1), make(chan bool)
		var sent atomic.Int64
		go func() {
			defer close(done)
			for range 3 {
				c <- 1
				sent.Add(1)
			}
		}()
		<-c
		n := sent.Load()
		<-c
		<-c
		<-done
		return fmt.Sprint(n)
	},
	"a rendezvous ends on both sides": func() string {
		c, done := make(chan int), make(chan bool)
		var sent atomic.Bool
		go func() {
			defer close(done)
			c <- 1
			sent.Store(true)
		}()
		before := sent.Load()
		<-c
		after := sent.Load()
		<-done
		return fmt.Sprint(before, after)
	},
	"the left side of a case is evaluated if it is taken": func() string {
		text := ""
		at := func(s string) *int { text += s; return new(int) }
		a, b := make(chan int, 1), make(chan int)
		a <- 1
		select {
		case *at("a") = <-a:
		case *at("b") = <-b:
		}
		return text
	},
	"a nil channel turns a case off": func() string {
		a, b := make(chan int, 1), make(chan int, 1)
		a <- 1
		b <- 2
		text := ""
		for a != nil || b != nil {
			select {
			case v := <-a:
				text, a = text+fmt.Sprint(v), nil
			case v := <-b:
				text, b = text+fmt.Sprint(v), nil
			}
		}
		return text
	},
	"a range ends at the close": func() string {
		c := make(chan int, 1)
		go func() {
			defer close(c)
			c <- 1
			c <- 2
		}()
		n := 0
		for v := range c {
			n = 10*n + v
		}
		return fmt.Sprint(n)
	},
	"a default is taken beside a full buffer": func() string {
		c, done := make(chan int, 1), make(chan bool)
		c <- 1
		go func() {
			<-c
			close(done)
		}()
		defer func() { <-done }()
		select {
		case c <- 2:
			return "sent"
		default:
			return "full"
		}
	},
	"an answer comes by a channel of a channel": func() string {
		questions := make(chan chan string)
		go func() {
			for q := range questions {
				q <- "answer"
			}
		}()
		defer close(questions)
		q := make(chan string)
		questions <- q
		return <-q
	},
	"two receivers take different values": func() string {
		c, got := make(chan int, 2), make(chan int, 2)
		for range 2 {
			go func() { got <- <-c }()
		}
		c <- 1
		c <- 2
		return fmt.Sprint(<-got, <-got)
	},
	"a stopped timer sends nothing": func() string {
		timer := time.NewTimer(time.Nanosecond)
		stopped := timer.Stop()
		select {
		case <-timer.C:
			return fmt.Sprint("sent ", stopped)
		default:
			return fmt.Sprint("nothing ", stopped)
		}
	},
	"a canceled context is done": func() string {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		select {
		case <-ctx.Done():
			return fmt.Sprint("done ", ctx.Err())
		default:
			<-ctx.Done()
			return "waited"
		}
	},
}

// panicOf returns the text of the panic of f.
func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return
}

// refill puts back what the program has taken, for real goroutines.
func refill(c chan int) string {
	if !sched.Instrumented() {
		c <- 1
		c <- 2
	}
	return ""
}

// TestLitmus prints the outcomes: under the scheduler those of all schedules, else those of many
// real runs.
func TestLitmus(t *testing.T) {
	all := maps.Clone(litmus)
	maps.Copy(all, more)
	for name, program := range all {
		seen := map[string]bool{}
		if sched.Instrumented() {
			r := sched.Search(func(s *sched.S) { seen[program()] = true }, sched.Options{NoRaces: true})
			require.Equal(t, sched.Exhausted, r.Ending, "%s: %v", name, r.Failure)
		} else {
			for range 20_000 {
				seen[program()] = true
			}
		}
		for o := range seen {
			t.Logf("outcome %s: %s", name, o)
		}
	}
}
