package mutation

// Equivalent returns, by the names of mutants, why nobody can notice them: they do what
// the original does, or what its documentation allows.
func Equivalent() map[string]string { return equivalents }

var equivalents = map[string]string{}
