package mutation

// Faults of the rewriter.
var channelFormTable = []CheckerMutant{
	ofForms("form-range-goes-on", "model/instrument/channel.go", "\"); if !\" + ok + \" { break }; \"", "\"); _ = \" + ok + \"; if false { break }; \"",
		"a range over a channel does not end at its close"),
	ofForms("form-range-one-value", "model/instrument/channel.go", "case l.Tok == token.ASSIGN:\n\t\t\tv = l.temporary(\"v\")\n\t\t\tfirst = l.assignment([]ast.Expr{l.Key}, []string{v})", "case l.Tok == token.ASSIGN:\n\t\t\tv = l.temporary(\"v\")\n\t\t\tfirst = \"_ = \" + v + \"; \"",
		"a range with = does not assign"),
	ofForms("form-select-second-lost", "model/instrument/selects.go", "values := []string{name + \".V\", name + \".OK\"}[:len(a.Lhs)]", "values := []string{name + \".V\", \"!\" + name + \".OK\"}[:len(a.Lhs)]",
		"the second value of a receive in a select is turned round"),
	ofForms("form-select-cases-shift", "model/instrument/selects.go", "at, n := s.Body.Lbrace, 0", "at, n := s.Body.Lbrace, 1",
		"the bodies of a select belong to other cases"),
	ofForms("form-select-no-default", "model/instrument/selects.go", "truth(fallback)", "truth(false)",
		"a select with a default waits"),
	ofForms("form-send-evaluates-late", "model/instrument/selects.go", "text += \".With(\" + x.value(value) + \")\"", "text += \".With(*new(\" + x.typeOf(value).String() + \"))\"",
		"a select does not evaluate what it sends"),
	ofForms("form-close-is-len", "model/instrument/channel.go", "map[string]string{\"close\": \"Close\", \"len\": \"Len\"}", "map[string]string{\"close\": \"Len\", \"len\": \"Len\"}",
		"close does not close"),
	ofForms("form-receive-ok-lost", "model/instrument/channel.go", "\tif f.seconds[u] {\n\t\tname = \"ReceiveOK\"", "\tif false {\n\t\tname = \"ReceiveOK\"",
		"a receive of two values has one"),
}
