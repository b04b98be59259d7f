package usescgo

// static int one(void) { return 1; }
import "C"

// One calls C.
func One() int { return int(C.one()) }

// Later calls C too.
var Later = func() int { return One() + 1 }
