package panics

import (
	"testing"

	"github.com/stretchr/testify/require"
)

type deque struct{ items []int }

func (d *deque) Push(v int) { d.grow(v) }
func (d *deque) grow(v int) { d.items[v] = v }

func caught(f func()) (text string) {
	defer func() { text = Text(recover()) }()
	f()
	return ""
}

// The line that panics comes first, whatever is in between.
func TestText(t *testing.T) {
	const d = `\(\*deque\)`
	text := caught(func() { new(deque).Push(3) })
	require.Regexp(t, `^panic: runtime error: index out of range \[3\] with length 0\n\tat \S+/panics_test\.go:12 in \S+panics\.`+d+`\.grow\n\tcalled at \S+/panics_test\.go:11 in \S+`+d+`\.Push\n\tcalled at `, text)

	var none *deque
	require.Regexp(t, `^panic: runtime error: invalid memory address.*\n\tat \S+:12 in \S+grow\n`, caught(func() { none.grow(0) }))

	again := caught(func() {
		defer func() { panic(recover()) }()
		new(deque).Push(5)
	})
	require.Regexp(t, `^panic: runtime error: index out of range \[5\].*\n\tat \S+:12 in \S+grow\n`, again, "who panics again does not hide who did first")
}

func TestText_WithoutUsersCode(t *testing.T) {
	require.Equal(t, "panic: 7", Text(7), "nobody panicked")
}
