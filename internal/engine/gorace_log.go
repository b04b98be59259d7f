//go:build race

package engine

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
)

// raceLog is the file of the detector's reports, and how much of it was read.
var raceLog struct{ read int64 }

// newRaceReports returns the text that Go's race detector has written since the last call.
func newRaceReports() string {
	m := logPath.FindStringSubmatch(os.Getenv("GORACE"))
	if m == nil {
		return ""
	}
	f, err := os.Open(fmt.Sprintf("%s.%d", m[1], os.Getpid()))
	if err != nil {
		return ""
	}
	defer f.Close()
	text := make([]byte, 1<<20)
	n, _ := f.ReadAt(text, raceLog.read)
	raceLog.read += int64(n)
	return string(text[:n])
}

var logPath = regexp.MustCompile(`\blog_path=(\S+)`)

// reported fails the execution for the first report that is about the program.
func (e *engine) reported(text string) {
	if e.noReports {
		return
	}
	for _, r := range strings.Split(text, "WARNING: DATA RACE\n")[1:] {
		of := goAccesses(r)
		if len(of) < 2 || of[0].ours || of[1].ours || e.fixed.has(of[0].thread) && e.fixed.has(of[1].thread) {
			continue
		}
		e.fail(&Failure{Rule: report.RuleRace, Detail: e.racing(of[0]) + "\n" + e.racing(of[1]) + "\nand nothing orders the two", thread: e.current().id, unrewritten: of[:2]})
		return
	}
}

// racing describes an access.
func (e *engine) racing(a goAccess) string {
	by := "a goroutine that the scheduler does not control"
	if a.thread >= 0 && a.thread < len(e.threads) {
		by = e.threads[a.thread].title()
	}
	inside := ""
	if a.inside != "" {
		inside = " in " + a.inside
	}
	return fmt.Sprintf("%s%s by %s, at %s in %s", a.how, inside, by, a.at.pos, a.at.in)
}
