#include "textflag.h"

// func stack() (low, high uintptr)
TEXT ·stack(SB), NOSPLIT, $0-16
	MOVQ (TLS), AX
	MOVQ 0(AX), BX
	MOVQ 8(AX), CX
	MOVQ BX, low+0(FP)
	MOVQ CX, high+8(FP)
	RET
