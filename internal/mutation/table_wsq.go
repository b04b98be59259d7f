package mutation

var dequeTable = []Mutant{
	{
		Name: "chaselev-bottom-first", File: "wsq/chaselev.go",
		Edits: []Edit{{
			"t := d.top.Load()    //tla:StealReadTop\n\tb := d.bottom.Load() //tla:StealReadBottom",
			"b := d.bottom.Load() //tla:StealReadBottom\n\tt := d.top.Load()    //tla:StealReadTop",
		}},
		Mechanism: "Steal reads bottom before top",
		Origin:    "crossbeam-rs/crossbeam#85",
		Expect:    "linearizable",
		Model:     "NaiveChaseLev_BottomFirst",
	},
}
