package model

// Invocation is an operation of a structure that this package does not know. It says itself what it
// did. An [Operation] has one if its Kind is [Other]. Its dynamic type must be comparable.
type Invocation interface {
	// Called returns the call, such as "Get(1)".
	Called() string
	// Answered returns the result, such as "3, true", or "" if there is none.
	Answered() string
}

// Words is an Invocation that has only its two texts.
type Words struct{ Call, Answer string }

// Called returns the call.
func (w Words) Called() string { return w.Call }

// Answered returns the result.
func (w Words) Answered() string { return w.Answer }
