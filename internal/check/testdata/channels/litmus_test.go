package channels

import (
	"fmt"
	"testing"

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
	for name, program := range litmus {
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
