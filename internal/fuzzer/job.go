package fuzzer

import (
	"encoding/json"
	"os"
	"time"
)

// EnvJob names the variable with the job of a test binary that was built from rewritten code: a [Job] as JSON.
// Without it targets run their corpus.
const EnvJob = "STEALPROOF_FUZZ"

// Job is a task that the command gives to one target.
type Job struct {
	Do         string        `json:"do"` // one of the names below
	For        time.Duration `json:"for,omitempty"`
	Executions int           `json:"executions,omitempty"`
	Seed       uint64        `json:"seed,omitempty"`
	Blind      bool          `json:"blind,omitempty"`
	Corpus     string        `json:"corpus,omitempty"` // the directory of kept inputs
	File       string        `json:"file,omitempty"`   // the corpus file of an input
	Token      string        `json:"token,omitempty"`
}

// The values of Job.Do.
const (
	DoLoop     = "loop"     // fuzz in this process
	DoMinimize = "minimize" // remove the inputs that the corpus does not need for its features
	DoToken    = "token"    // turn a corpus file into a token
	DoFile     = "file"     // turn a token into a corpus file in Corpus
)

// Environ returns the entry to add to the environment.
func (j Job) Environ() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // JSON can represent all values of it
	}
	return EnvJob + "=" + string(text)
}

// job returns the job from the environment, if there is one.
func job() (j Job, ok bool, err error) {
	text := os.Getenv(EnvJob)
	if text == "" {
		return j, false, nil
	}
	err = json.Unmarshal([]byte(text), &j)
	return j, true, err
}
