package fuzzer

import "github.com/stealproof/stealproof/internal/fuzzer/loop"

// The types of package loop, which knows nothing of package testing.
type (
	Bytes    = loop.Bytes
	Target   = loop.Target
	Loop     = loop.Loop
	Progress = loop.Progress
	Found    = loop.Found
)

// Parse is [loop.Parse].
func Parse(text string) (Bytes, error) { return loop.Parse(text) }

// ReadFile is [loop.ReadFile].
func ReadFile(path string) (Bytes, error) { return loop.ReadFile(path) }
