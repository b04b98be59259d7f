package fuzzer

import (
	"encoding/json"
	"os"
	"time"
)

// EnvJob says what a test binary is to do that has been built from rewritten code:
// a [Job] as JSON. Without it targets run their corpus.
const EnvJob = "STEALPROOF_FUZZ"

// Job is what the command asks of one target.
type Job struct {
	Do         string        `json:"do"` // one of the names below
	For        time.Duration `json:"for,omitempty"`
	Executions int           `json:"executions,omitempty"`
	Seed       uint64        `json:"seed,omitempty"`
	Blind      bool          `json:"blind,omitempty"`
	Corpus     string        `json:"corpus,omitempty"` // the directory of what is kept
	File       string        `json:"file,omitempty"`   // of an input
	Token      string        `json:"token,omitempty"`
}

// What can be done.
const (
	DoLoop     = "loop"     // fuzz in the process
	DoMinimize = "minimize" // leave in the corpus only what is needed for its features
	DoToken    = "token"    // turn a corpus file into a token
	DoFile     = "file"     // turn a token into a corpus file, in Corpus
)

// Environ returns what to add to the environment.
func (j Job) Environ() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // it has no values that JSON has not
	}
	return EnvJob + "=" + string(text)
}

// job returns what is to be done, if anything is.
func job() (j Job, ok bool, err error) {
	text := os.Getenv(EnvJob)
	if text == "" {
		return j, false, nil
	}
	err = json.Unmarshal([]byte(text), &j)
	return j, true, err
}
