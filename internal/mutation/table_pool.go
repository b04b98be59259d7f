package mutation

var poolTable = []Mutant{}
