package classic

// edited says that the changes of testdata/mutants.txt have been made.
const edited = false

// setMutant has one of them take effect, with "" none.
func setMutant(string) {}
