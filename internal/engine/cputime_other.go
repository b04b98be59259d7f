//go:build !unix

package engine

import "time"

// used returns the time since the process has begun. The processor time is not known here.
func used() time.Duration { return time.Since(processBegan) }
