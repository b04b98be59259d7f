package report

// The environment of a test binary that has been built from rewritten code.
const (
	// EnvResults is a file that gets a line of JSON, a [Report], for each search, and
	// about every second one of the search that is running.
	EnvResults = "STEALPROOF_RESULTS"
	// EnvTime bounds each search that sets no bound of its own.
	EnvTime = "STEALPROOF_TIME"
	// EnvReplay is a token: the test repeats that execution, and passes over all
	// searches.
	EnvReplay = "STEALPROOF_REPLAY"
	// EnvOrigin is the Origin of tokens.
	EnvOrigin = "STEALPROOF_ORIGIN"
	// EnvShard is "i/n": search the i-th part of n, from 1.
	EnvShard = "STEALPROOF_SHARD"
)
