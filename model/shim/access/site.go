package access

// At sets the site of the next access, to *p. It returns p.
func At[T any](id uint32, p *T) *T {
	setSite(id)
	return p
}

// Blind is At for an access whose result nobody sees.
func Blind[T any](id uint32, p *T) *T {
	setSite(id)
	blind()
	return p
}

// Via is At without an address: v is an interface or a function.
func Via[T any](id uint32, v T) T {
	setSite(id)
	return v
}

// Again sets the site again, after v has been computed by code that may have set another. It
// returns v.
func Again[T any](id uint32, v T) T {
	setSite(id)
	return v
}

// Enter gives the label of the site to the following accesses that have no label. It returns v.
func Enter[T any](id uint32, v T) T {
	setLabel(id)
	return v
}

// Late returns a function that sets the site and calls f. It is for calls that are deferred, or
// made by a new goroutine.
func Late(id uint32, f func()) func() {
	return func() {
		setSite(id)
		f()
	}
}

// LateBlind is Late for an access whose result nobody sees.
func LateBlind(id uint32, f func()) func() {
	return func() {
		setSite(id)
		blind()
		f()
	}
}

// Uses records that the program calls v, which depends on something that the scheduler does not
// control. It returns v.
func Uses[T any](id uint32, what string, v T) T {
	uses(id, what)
	return v
}
