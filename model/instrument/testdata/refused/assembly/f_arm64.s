TEXT ·f(SB), 4, $0-0
	RET
