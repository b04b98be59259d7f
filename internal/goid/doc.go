// Package goid tells goroutines apart.
package goid
