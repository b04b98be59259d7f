#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET

// func stack() (low, high uintptr)
TEXT ·stack(SB), NOSPLIT, $0-16
	MOVD 0(g), R0
	MOVD 8(g), R1
	MOVD R0, low+0(FP)
	MOVD R1, high+8(FP)
	RET
