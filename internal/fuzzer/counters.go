package fuzzer

// Go's fuzzer is guided by the compiler's coverage counters, one for each block of code. Therefore each feature
// needs a block of its own. The compiler makes a copy of a generic function for each size of its type argument,
// and each copy has counters of its own. So 256 copies of a switch with 32 cases make 8192 blocks.

const (
	blocks = 32 // in each copy
	// counters is the number of features that Go's fuzzer can tell apart. In each execution, the fuzzer clears
	// and compares one byte for each of them.
	counters = 8192
)

// copies are the copies of block. A table lookup needs no branch.
var copies = [counters / blocks]func(uint16){
	block[[0]byte], block[[1]byte], block[[2]byte], block[[3]byte], block[[4]byte], block[[5]byte], block[[6]byte], block[[7]byte],
	block[[8]byte], block[[9]byte], block[[10]byte], block[[11]byte], block[[12]byte], block[[13]byte], block[[14]byte], block[[15]byte],
	block[[16]byte], block[[17]byte], block[[18]byte], block[[19]byte], block[[20]byte], block[[21]byte], block[[22]byte], block[[23]byte],
	block[[24]byte], block[[25]byte], block[[26]byte], block[[27]byte], block[[28]byte], block[[29]byte], block[[30]byte], block[[31]byte],
	block[[32]byte], block[[33]byte], block[[34]byte], block[[35]byte], block[[36]byte], block[[37]byte], block[[38]byte], block[[39]byte],
	block[[40]byte], block[[41]byte], block[[42]byte], block[[43]byte], block[[44]byte], block[[45]byte], block[[46]byte], block[[47]byte],
	block[[48]byte], block[[49]byte], block[[50]byte], block[[51]byte], block[[52]byte], block[[53]byte], block[[54]byte], block[[55]byte],
	block[[56]byte], block[[57]byte], block[[58]byte], block[[59]byte], block[[60]byte], block[[61]byte], block[[62]byte], block[[63]byte],
	block[[64]byte], block[[65]byte], block[[66]byte], block[[67]byte], block[[68]byte], block[[69]byte], block[[70]byte], block[[71]byte],
	block[[72]byte], block[[73]byte], block[[74]byte], block[[75]byte], block[[76]byte], block[[77]byte], block[[78]byte], block[[79]byte],
	block[[80]byte], block[[81]byte], block[[82]byte], block[[83]byte], block[[84]byte], block[[85]byte], block[[86]byte], block[[87]byte],
	block[[88]byte], block[[89]byte], block[[90]byte], block[[91]byte], block[[92]byte], block[[93]byte], block[[94]byte], block[[95]byte],
	block[[96]byte], block[[97]byte], block[[98]byte], block[[99]byte], block[[100]byte], block[[101]byte], block[[102]byte], block[[103]byte],
	block[[104]byte], block[[105]byte], block[[106]byte], block[[107]byte], block[[108]byte], block[[109]byte], block[[110]byte], block[[111]byte],
	block[[112]byte], block[[113]byte], block[[114]byte], block[[115]byte], block[[116]byte], block[[117]byte], block[[118]byte], block[[119]byte],
	block[[120]byte], block[[121]byte], block[[122]byte], block[[123]byte], block[[124]byte], block[[125]byte], block[[126]byte], block[[127]byte],
	block[[128]byte], block[[129]byte], block[[130]byte], block[[131]byte], block[[132]byte], block[[133]byte], block[[134]byte], block[[135]byte],
	block[[136]byte], block[[137]byte], block[[138]byte], block[[139]byte], block[[140]byte], block[[141]byte], block[[142]byte], block[[143]byte],
	block[[144]byte], block[[145]byte], block[[146]byte], block[[147]byte], block[[148]byte], block[[149]byte], block[[150]byte], block[[151]byte],
	block[[152]byte], block[[153]byte], block[[154]byte], block[[155]byte], block[[156]byte], block[[157]byte], block[[158]byte], block[[159]byte],
	block[[160]byte], block[[161]byte], block[[162]byte], block[[163]byte], block[[164]byte], block[[165]byte], block[[166]byte], block[[167]byte],
	block[[168]byte], block[[169]byte], block[[170]byte], block[[171]byte], block[[172]byte], block[[173]byte], block[[174]byte], block[[175]byte],
	block[[176]byte], block[[177]byte], block[[178]byte], block[[179]byte], block[[180]byte], block[[181]byte], block[[182]byte], block[[183]byte],
	block[[184]byte], block[[185]byte], block[[186]byte], block[[187]byte], block[[188]byte], block[[189]byte], block[[190]byte], block[[191]byte],
	block[[192]byte], block[[193]byte], block[[194]byte], block[[195]byte], block[[196]byte], block[[197]byte], block[[198]byte], block[[199]byte],
	block[[200]byte], block[[201]byte], block[[202]byte], block[[203]byte], block[[204]byte], block[[205]byte], block[[206]byte], block[[207]byte],
	block[[208]byte], block[[209]byte], block[[210]byte], block[[211]byte], block[[212]byte], block[[213]byte], block[[214]byte], block[[215]byte],
	block[[216]byte], block[[217]byte], block[[218]byte], block[[219]byte], block[[220]byte], block[[221]byte], block[[222]byte], block[[223]byte],
	block[[224]byte], block[[225]byte], block[[226]byte], block[[227]byte], block[[228]byte], block[[229]byte], block[[230]byte], block[[231]byte],
	block[[232]byte], block[[233]byte], block[[234]byte], block[[235]byte], block[[236]byte], block[[237]byte], block[[238]byte], block[[239]byte],
	block[[240]byte], block[[241]byte], block[[242]byte], block[[243]byte], block[[244]byte], block[[245]byte], block[[246]byte], block[[247]byte],
	block[[248]byte], block[[249]byte], block[[250]byte], block[[251]byte], block[[252]byte], block[[253]byte], block[[254]byte], block[[255]byte],
}

// count increments the coverage counter of a feature.
func count(feature uint16) { copies[feature/blocks%uint16(len(copies))](feature % blocks) }

// block executes the block of a feature, in one copy.
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
	}
}
