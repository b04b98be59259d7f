package wsqtest

import "github.com/stealproof/stealproof/wsq"

// Member is a deque of package wsq.
type Member struct {
	Name string
	Says string // a short description
	New  func(capacity int) wsq.Deque[*Item]
}

// Family returns the deques of package wsq. A deque with several forms, such as THE with
// and without keepLast, has one member for each.
func Family() []Member {
	return []Member{
		{"chaselev", "Chase-Lev, growable ring", func(c int) wsq.Deque[*Item] { return wsq.NewChaseLev[*Item](c) }},
		{"split", "Lace split deque", func(c int) wsq.Deque[*Item] { return wsq.NewSplit[*Item](c) }},
		{"abp", "ABP, bounded", func(c int) wsq.Deque[*Item] { return wsq.NewABP[Item](c) }},
		{"duffy", "Duffy's queue, foreign lock", func(c int) wsq.Deque[*Item] { return wsq.NewDuffy[*Item](c) }},
		{"the", "Cilk-5 THE", func(c int) wsq.Deque[*Item] { return wsq.NewTHE[*Item](c, false) }},
		{"the-keeplast", "Cilk-5 THE, the last item is the owner's", func(c int) wsq.Deque[*Item] { return wsq.NewTHE[*Item](c, true) }},
		{"locked", "one mutex, the oracle", func(c int) wsq.Deque[*Item] { return wsq.NewLocked[*Item](c) }},
	}
}
