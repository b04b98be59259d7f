// Package fuzzer fuzzes programs together with their schedules. It is what package
// schedfuzz, the fuzz targets of wsqtest and the command have in common.
package fuzzer
