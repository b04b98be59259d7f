package engine

// SearchOnly is Search without looking for a smaller schedule.
func SearchOnly(program func(), o Options) Result {
	r := newSearch(program, o)
	r.run()
	return r.Result
}

// SetSites replaces all sites, and returns a function that puts the old ones back.
func SetSites(all []Site) (restore func()) {
	old := sites
	sites = all
	return func() { sites = old }
}
