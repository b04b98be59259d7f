package engine

// SearchOnly is Search without the search for a smaller schedule.
func SearchOnly(program func(), o Options) Result {
	r := newSearch(program, o)
	r.run()
	return r.Result
}

// SetSites replaces all sites. The returned function restores the old ones.
func SetSites(all []Site) (restore func()) {
	old := sites
	sites = all
	return func() { sites = old }
}
