package mutation

// models names, for mutants that the operators make, the configuration of a
// specification that has the same fault.
var models = map[string]string{}
