package main

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// wrong.go has each fault, and right.go the same forms used well.
func TestAnalyzer(t *testing.T) { analysistest.Run(t, analysistest.TestData(), Analyzer, "a") }
