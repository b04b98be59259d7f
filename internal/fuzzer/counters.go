package fuzzer

// Go's fuzzer is guided by the compiler's coverage counters, one for each block of code. So
// each feature needs a block of its own. The compiler makes another copy of a
// generic function for each size of its type, with counters of its own: 64 copies of a
// switch with 128 cases are 8192 blocks.

const (
	blocks = 128 // in a copy
	// counters is how many features Go's fuzzer can tell apart. Each costs it a byte to
	// clear and to compare for each execution.
	counters = 8192
)

// copies are the copies of block. A table is looked up without a branch.
var copies = [counters / blocks]func(uint16){
	block[[0]byte], block[[1]byte], block[[2]byte], block[[3]byte], block[[4]byte], block[[5]byte], block[[6]byte], block[[7]byte],
	block[[8]byte], block[[9]byte], block[[10]byte], block[[11]byte], block[[12]byte], block[[13]byte], block[[14]byte], block[[15]byte],
	block[[16]byte], block[[17]byte], block[[18]byte], block[[19]byte], block[[20]byte], block[[21]byte], block[[22]byte], block[[23]byte],
	block[[24]byte], block[[25]byte], block[[26]byte], block[[27]byte], block[[28]byte], block[[29]byte], block[[30]byte], block[[31]byte],
	block[[32]byte], block[[33]byte], block[[34]byte], block[[35]byte], block[[36]byte], block[[37]byte], block[[38]byte], block[[39]byte],
	block[[40]byte], block[[41]byte], block[[42]byte], block[[43]byte], block[[44]byte], block[[45]byte], block[[46]byte], block[[47]byte],
	block[[48]byte], block[[49]byte], block[[50]byte], block[[51]byte], block[[52]byte], block[[53]byte], block[[54]byte], block[[55]byte],
	block[[56]byte], block[[57]byte], block[[58]byte], block[[59]byte], block[[60]byte], block[[61]byte], block[[62]byte], block[[63]byte],
}

// count makes the coverage counter of a feature go up.
func count(feature uint16) { copies[feature/blocks%uint16(len(copies))](feature % blocks) }

// block goes through the block of a feature, among those of one copy.
func block[size any](feature uint16) {
	switch feature {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4:
	case 5:
	case 6:
	case 7:
	case 8:
	case 9:
	case 10:
	case 11:
	case 12:
	case 13:
	case 14:
	case 15:
	case 16:
	case 17:
	case 18:
	case 19:
	case 20:
	case 21:
	case 22:
	case 23:
	case 24:
	case 25:
	case 26:
	case 27:
	case 28:
	case 29:
	case 30:
	case 31:
	case 32:
	case 33:
	case 34:
	case 35:
	case 36:
	case 37:
	case 38:
	case 39:
	case 40:
	case 41:
	case 42:
	case 43:
	case 44:
	case 45:
	case 46:
	case 47:
	case 48:
	case 49:
	case 50:
	case 51:
	case 52:
	case 53:
	case 54:
	case 55:
	case 56:
	case 57:
	case 58:
	case 59:
	case 60:
	case 61:
	case 62:
	case 63:
	case 64:
	case 65:
	case 66:
	case 67:
	case 68:
	case 69:
	case 70:
	case 71:
	case 72:
	case 73:
	case 74:
	case 75:
	case 76:
	case 77:
	case 78:
	case 79:
	case 80:
	case 81:
	case 82:
	case 83:
	case 84:
	case 85:
	case 86:
	case 87:
	case 88:
	case 89:
	case 90:
	case 91:
	case 92:
	case 93:
	case 94:
	case 95:
	case 96:
	case 97:
	case 98:
	case 99:
	case 100:
	case 101:
	case 102:
	case 103:
	case 104:
	case 105:
	case 106:
	case 107:
	case 108:
	case 109:
	case 110:
	case 111:
	case 112:
	case 113:
	case 114:
	case 115:
	case 116:
	case 117:
	case 118:
	case 119:
	case 120:
	case 121:
	case 122:
	case 123:
	case 124:
	case 125:
	case 126:
	case 127:
	}
}
