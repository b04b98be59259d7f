// Package fuzzer fuzzes programs together with their schedules. It is the common part of package schedfuzz, the
// fuzz targets of wsqtest, and the command.
package fuzzer
