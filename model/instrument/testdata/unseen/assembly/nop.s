TEXT ·Nop(SB), 4, $0-0
	RET
