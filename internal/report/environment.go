package report

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"
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
	// EnvTags is the build tags that the command was given. They belong to the line that says how to repeat a failure.
	EnvTags = "STEALPROOF_TAGS"
	// EnvShard is "i/n": search the i-th part of n, from 1.
	EnvShard = "STEALPROOF_SHARD"
)

// ReplayLine returns the line that says how to repeat the execution of a token.
func ReplayLine(token string) string {
	if tags := os.Getenv(EnvTags); tags != "" {
		token = "-tags=" + tags + " " + token
	}
	return "replay: " + cmp.Or(os.Getenv(EnvCommand), "stealproof") + " replay " + token + "\n"
}

// Time returns the bound of EnvTime, or the given one if there is none.
func Time(otherwise time.Duration) (time.Duration, error) {
	text := os.Getenv(EnvTime)
	if text == "" {
		return otherwise, nil
	}
	d, err := time.ParseDuration(text)
	if err == nil && d < 0 {
		err = errors.New("it is negative")
	}
	if err != nil {
		return otherwise, fmt.Errorf("%s is %q, which is no time: %w", EnvTime, text, err)
	}
	return d, nil
}
