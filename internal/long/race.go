//go:build race

package long

const detecting = true
