package console

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
)

// Tool is the package of the users' command.
const Tool = "github.com/stealproof/stealproof/cmd/stealproof"

// Itself returns the beginning of a command line that calls the users' command again, in the current directory:
// its name if the shell finds it, or how the go command runs it.
var Itself = sync.OnceValue(func() string {
	name := path.Base(Tool)
	exe, err := os.Executable()
	if err != nil {
		return name
	}
	if found, err := exec.LookPath(name); err == nil && sameFile(found, exe) {
		return name
	}
	cache, module := goEnv("GOCACHE"), goEnv("GOMOD")
	dir, err := os.Getwd()
	if err != nil {
		return name
	}
	text, _ := os.ReadFile(module) // there may be none
	return called(name, exe, os.Args[0], cache, string(text), filepath.Dir(module) == dir)
})

// called returns the beginning of the command line, if the shell does not find the command by its name. The
// last arguments are the text of go.mod, and whether it is in the current directory.
func called(name, exe, typed, cache, module string, here bool) string {
	slash := filepath.ToSlash(exe)
	built := cache != "" && strings.HasPrefix(slash, filepath.ToSlash(cache)+"/") || strings.Contains(slash, "/go-build")
	switch {
	case strings.HasSuffix(strings.TrimSuffix(slash, ".exe"), ".test"):
		return name // a test of the command
	case !built:
		return typed
	}
	own := path.Dir(path.Dir(Tool))
	inTool := false
	for line := range strings.Lines(module) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == "module" && words[1] == own && here:
			return "go run ./" + strings.TrimPrefix(Tool, own+"/")
		case len(words) == 2 && words[0] == "tool" && words[1] == Tool, inTool && len(words) == 1 && words[0] == Tool:
			return "go tool " + name
		case len(words) == 2 && words[0] == "tool" && words[1] == "(":
			inTool = true
		case len(words) == 1 && words[0] == ")":
			inTool = false
		}
	}
	return "go run " + Tool
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// goEnv returns a variable of the go command, or "".
func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
