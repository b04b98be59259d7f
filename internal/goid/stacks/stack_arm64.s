#include "textflag.h"

// func stack() (low, high uintptr)
TEXT ·stack(SB), NOSPLIT, $0-16
	MOVD 0(g), R0
	MOVD 8(g), R1
	MOVD R0, low+0(FP)
	MOVD R1, high+8(FP)
	RET
