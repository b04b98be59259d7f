package report

import (
	"cmp"
	"os"
)

// The environment variables of a test binary that was built from rewritten code.
const (
	// EnvResults names a file. Each search appends a line of JSON, a [Report], when it ends, and
	// about every second while it runs.
	EnvResults = "STEALPROOF_RESULTS"
	// EnvTime bounds each search that sets no bound of its own.
	EnvTime = "STEALPROOF_TIME"
	// EnvReplay is a token. The test repeats that execution, and skips all searches.
	EnvReplay = "STEALPROOF_REPLAY"
	// EnvOrigin is the Origin of tokens.
	EnvOrigin = "STEALPROOF_ORIGIN"
	// EnvCommand is the beginning of a command line that calls the command, such as "go tool stealproof".
	EnvCommand = "STEALPROOF_COMMAND"
	// EnvShard is "i/n": search the i-th part of n, from 1.
	EnvShard = "STEALPROOF_SHARD"
)

// ReplayLine returns the line that says how to repeat the execution of a token.
func ReplayLine(token string) string {
	return "replay: " + cmp.Or(os.Getenv(EnvCommand), "stealproof") + " replay " + token + "\n"
}
