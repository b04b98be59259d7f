//go:build !stealproof_nopad

package pad

const lineSize = Size
