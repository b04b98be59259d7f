package lin

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/scenario"
)

// script is a scenario of operations with their arguments.
type script struct {
	scenario.Of[*instance]
	unfit bool // a call has no result of another one that it could get
}

// String returns the text that parse reads, such as "Put(1, 1) ; Get(1) | Delete(1) ; Len()".
func (s *script) String() string { return s.Text(true, (*instance).Called) }

// parse reads the text of a scenario. given reports whether it has a last part.
func (m *machine) parse(text string) (s *script, given bool, err error) {
	read, parts, err := scenario.Parse(text)
	if part := new(scenario.Error); errors.As(err, &part) {
		return nil, false, fmt.Errorf("scenario %q: %w", text, err)
	} else if err != nil {
		return nil, false, fmt.Errorf("scenario %w", err)
	}
	if len(read.Threads) == 1 && len(read.Threads[0]) == 0 {
		read.Threads = nil
	}
	all, err := scenario.Convert(read, m.parseCall)
	if err != nil {
		return nil, false, err
	}
	for _, thread := range all.Threads {
		if len(thread) == 0 {
			return nil, false, fmt.Errorf("scenario %q: a thread without calls", text)
		}
	}
	return &script{Of: all}, parts == 3, nil
}

func (m *machine) parseCall(_ scenario.Place, c scenario.Call) (*instance, error) {
	var o *operation
	var names []string
	for _, op := range m.ops {
		names = append(names, op.name)
		if op.name == c.Name || o == nil && strings.EqualFold(op.name, c.Name) {
			o = op
		}
	}
	if o == nil {
		return nil, fmt.Errorf("no operation %q; there are %s", c.Name, strings.Join(names, ", "))
	}
	if len(c.Args) != len(o.in) {
		return nil, fmt.Errorf("%s: want %d arguments", c.Text, len(o.in))
	}
	args := make([]reflect.Value, len(c.Args))
	var refs []ref
	for i, t := range c.Args {
		if r, is := o.parseRef(i, t); is {
			if args[i] = reflect.Zero(o.in[i]); refs == nil {
				refs = make([]ref, len(args))
			}
			refs[i] = r
			continue
		}
		var err error
		if args[i], err = o.parseArg(i, t); err != nil {
			return nil, err
		}
	}
	return m.instanceOf(o, args, refs), nil
}

// parseArg reads an argument: a value of its Args as reports show it, or another value of a simple
// type.
func (o *operation) parseArg(i int, text string) (reflect.Value, error) {
	for _, v := range o.sets[i] {
		if words(v) == text {
			return v, nil
		}
	}
	if from := o.from[i]; from != nil && o.numbers {
		return reflect.Value{}, fmt.Errorf("%s: the argument %q is no result of a call, such as %s#1", o.name, text, from.name)
	}
	v := reflect.New(o.in[i]).Elem()
	var err error
	switch k := v.Kind(); {
	case v.Type() == reflect.TypeFor[time.Duration]() && strings.ContainsAny(text, "smh"):
		var d time.Duration
		d, err = time.ParseDuration(text)
		v.SetInt(int64(d))
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 0, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 0, v.Type().Bits())
		v.SetUint(n)
	case v.CanFloat():
		var n float64
		n, err = strconv.ParseFloat(text, v.Type().Bits())
		v.SetFloat(n)
	case k == reflect.Bool:
		var is bool
		is, err = strconv.ParseBool(text)
		v.SetBool(is)
	case k == reflect.String:
		s, noQuote := strconv.Unquote(text)
		if noQuote != nil {
			s = text
		}
		v.SetString(s)
	case k == reflect.Interface && v.NumMethod() == 0:
		if n, wrong := strconv.Atoi(text); wrong == nil {
			v.Set(reflect.ValueOf(n))
		} else if s, wrong := strconv.Unquote(text); wrong == nil {
			v.Set(reflect.ValueOf(s))
		} else {
			err = wrong
		}
	default:
		err = fmt.Errorf("it is none of the Args")
	}
	if err != nil {
		return v, fmt.Errorf("%s: the argument %q is no %s: %w", o.name, text, o.in[i], err)
	}
	return v, nil
}

// parts returns how many parts the calls of a scenario have for the judge: a request counts, too.
func parts(s *script) (n int) {
	s.Parts(func(_ scenario.Place, calls []*instance) {
		for _, c := range calls {
			if n++; asks(c) {
				n++
			}
		}
	})
	return n
}

func tooLarge(text string) error {
	return fmt.Errorf("scenario %q: want 1 to %d threads, and at most %d calls; one with a method Ask counts twice", text, maxThreads, mostOps-mostAfter)
}
