package main

import (
	"bytes"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// proc is /proc, which exists only on Linux.
var proc = os.DirFS("/proc")

// loadAverage returns the load of the last minute, including this process, or "".
func loadAverage(proc fs.FS) string {
	text, _ := fs.ReadFile(proc, "loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// processor returns the name of the first processor, or "".
func processor(proc fs.FS) string {
	text, _ := fs.ReadFile(proc, "cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// usage is processor time since the machine started, in ticks.
type usage struct {
	busy, all float64 // of all processors
	own       float64 // of this process and of its ended children
}

// readUsage returns the usage so far. It returns false if the system does not tell.
func readUsage(proc fs.FS) (usage, bool) {
	machine, err := fs.ReadFile(proc, "stat")
	if err != nil {
		return usage{}, false
	}
	self, err := fs.ReadFile(proc, "self/stat")
	if err != nil {
		return usage{}, false
	}
	line, _, _ := strings.Cut(string(machine), "\n")
	fields := strings.Fields(line)
	times := strings.Fields(string(self[bytes.LastIndexByte(self, ')')+1:])) // the name before it may contain blanks
	if len(fields) < 9 || fields[0] != "cpu" || len(times) < 15 {
		return usage{}, false
	}
	var u usage
	for i, f := range fields[1:9] {
		n, _ := strconv.ParseFloat(f, 64)
		u.all += n
		if i != 3 && i != 4 { // idle, and waiting for a disk
			u.busy += n
		}
	}
	for _, f := range times[11:15] {
		n, _ := strconv.ParseFloat(f, 64)
		u.own += n
	}
	return u, true
}

// foreign returns the number of processors that other processes have kept busy since then.
func (u usage) foreign(then usage) float64 {
	all := u.all - then.all
	if all <= 0 {
		return 0
	}
	return max(0, (u.busy-then.busy-(u.own-then.own))/all*float64(runtime.NumCPU()))
}
