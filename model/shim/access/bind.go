package access

// Bind2 and the others split a call as a go statement does. They fix the function, then take the
// arguments, and return a function that makes the call and drops its results. The first number in
// the name is that of the parameters. V means that the last one is variadic. The number after R is
// that of the results.

func Bind0R1[R any](f func() R) func() { return func() { f() } }

func Bind0R2[R, S any](f func() (R, S)) func() { return func() { f() } }

func Bind1[A any](f func(A)) func(A) func() {
	return func(a A) func() { return func() { f(a) } }
}

func Bind1R1[A, R any](f func(A) R) func(A) func() {
	return func(a A) func() { return func() { f(a) } }
}

func Bind1R2[A, R, S any](f func(A) (R, S)) func(A) func() {
	return func(a A) func() { return func() { f(a) } }
}

func Bind2[A, B any](f func(A, B)) func(A, B) func() {
	return func(a A, b B) func() { return func() { f(a, b) } }
}

func Bind2R1[A, B, R any](f func(A, B) R) func(A, B) func() {
	return func(a A, b B) func() { return func() { f(a, b) } }
}

func Bind2R2[A, B, R, S any](f func(A, B) (R, S)) func(A, B) func() {
	return func(a A, b B) func() { return func() { f(a, b) } }
}

func Bind3[A, B, C any](f func(A, B, C)) func(A, B, C) func() {
	return func(a A, b B, c C) func() { return func() { f(a, b, c) } }
}

func Bind3R1[A, B, C, R any](f func(A, B, C) R) func(A, B, C) func() {
	return func(a A, b B, c C) func() { return func() { f(a, b, c) } }
}

func Bind3R2[A, B, C, R, S any](f func(A, B, C) (R, S)) func(A, B, C) func() {
	return func(a A, b B, c C) func() { return func() { f(a, b, c) } }
}

func Bind4[A, B, C, D any](f func(A, B, C, D)) func(A, B, C, D) func() {
	return func(a A, b B, c C, d D) func() { return func() { f(a, b, c, d) } }
}

func Bind4R1[A, B, C, D, R any](f func(A, B, C, D) R) func(A, B, C, D) func() {
	return func(a A, b B, c C, d D) func() { return func() { f(a, b, c, d) } }
}

func Bind4R2[A, B, C, D, R, S any](f func(A, B, C, D) (R, S)) func(A, B, C, D) func() {
	return func(a A, b B, c C, d D) func() { return func() { f(a, b, c, d) } }
}

func Bind1V[A any](f func(...A)) func(...A) func() {
	return func(a ...A) func() { return func() { f(a...) } }
}

func Bind1VR1[A, R any](f func(...A) R) func(...A) func() {
	return func(a ...A) func() { return func() { f(a...) } }
}

func Bind1VR2[A, R, S any](f func(...A) (R, S)) func(...A) func() {
	return func(a ...A) func() { return func() { f(a...) } }
}

func Bind2V[A, B any](f func(A, ...B)) func(A, ...B) func() {
	return func(a A, b ...B) func() { return func() { f(a, b...) } }
}

func Bind2VR1[A, B, R any](f func(A, ...B) R) func(A, ...B) func() {
	return func(a A, b ...B) func() { return func() { f(a, b...) } }
}

func Bind2VR2[A, B, R, S any](f func(A, ...B) (R, S)) func(A, ...B) func() {
	return func(a A, b ...B) func() { return func() { f(a, b...) } }
}

func Bind3V[A, B, C any](f func(A, B, ...C)) func(A, B, ...C) func() {
	return func(a A, b B, c ...C) func() { return func() { f(a, b, c...) } }
}

func Bind3VR1[A, B, C, R any](f func(A, B, ...C) R) func(A, B, ...C) func() {
	return func(a A, b B, c ...C) func() { return func() { f(a, b, c...) } }
}

func Bind3VR2[A, B, C, R, S any](f func(A, B, ...C) (R, S)) func(A, B, ...C) func() {
	return func(a A, b B, c ...C) func() { return func() { f(a, b, c...) } }
}

func Bind4V[A, B, C, D any](f func(A, B, C, ...D)) func(A, B, C, ...D) func() {
	return func(a A, b B, c C, d ...D) func() { return func() { f(a, b, c, d...) } }
}

func Bind4VR1[A, B, C, D, R any](f func(A, B, C, ...D) R) func(A, B, C, ...D) func() {
	return func(a A, b B, c C, d ...D) func() { return func() { f(a, b, c, d...) } }
}

func Bind4VR2[A, B, C, D, R, S any](f func(A, B, C, ...D) (R, S)) func(A, B, C, ...D) func() {
	return func(a A, b B, c C, d ...D) func() { return func() { f(a, b, c, d...) } }
}
