package access

// Go is go f().
func Go(id uint32, f func()) {
	if owned() {
		spawn(id, f)
		return
	}
	goOutside(id, f)
}
