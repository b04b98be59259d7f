package access

// At says that the next access is that of site id, to *p. It returns p.
func At[T any](id uint32, p *T) *T {
	setSite(id)
	return p
}

// Via is At where there is no address: v is an interface or a function.
func Via[T any](id uint32, v T) T {
	setSite(id)
	return v
}

// Again says the same after v has been computed, which may have made accesses of
// its own. It returns v.
func Again[T any](id uint32, v T) T {
	setSite(id)
	return v
}

// Enter says that the accesses without a label that come now have the label of
// site id. It returns v.
func Enter[T any](id uint32, v T) T {
	setLabel(id)
	return v
}

// Late returns a function that calls f as site id. It is for calls that are
// deferred, or made by a new goroutine.
func Late(id uint32, f func()) func() {
	return func() {
		setSite(id)
		f()
	}
}
