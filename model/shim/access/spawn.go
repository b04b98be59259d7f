package access

// Go is go f().
func Go(id uint32, f func()) {
	if on() {
		spawn(id, f)
		return
	}
	go f()
}
