package tlc

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// training is a small specification whose check needs most classes of TLC.
const training = `---- MODULE Training ----
EXTENDS Integers, Sequences, FiniteSets, TLC
VARIABLES n, q, f
vars == <<n, q, f>>
Last(s) == s[Len(s)]
Init == n = 0 /\ q = <<>> /\ f = [i \in 1..2 |-> {}]
Add == n < 3 /\ n' = n + 1 /\ q' = Append(q, n) /\ f' = [f EXCEPT ![1] = @ \cup {n}]
Take == \E i \in 1..2 : q # <<>> /\ q' = Tail(q) /\ f' = [f EXCEPT ![i] = {Last(q)}] /\ n' = IF i = 1 THEN n ELSE 3
Next == Add \/ Take \/ UNCHANGED vars
Spec == Init /\ [][Next]_vars /\ WF_vars(Take)
Holds == (\A i \in 1..2 : Cardinality(f[i]) <= 3) /\ (CHOOSE s \in SUBSET {1, 2} : Cardinality(s) = 2) = {1, 2}
Grows == [][n' >= n]_n
Empty == []<>(q = <<>>)
====
`

const trainingConfig = "SPECIFICATION Spec\nINVARIANT Holds\nPROPERTIES Grows Empty\n"

// archived returns the options that make Java load TLC's classes from an archive. The archive is made once for each Java and
// each jar, and kept in the user's cache. It takes a third off the processor time of a short run. Java ignores an archive of
// another Java. There are no options if Java is older than 13, or if there is no place for an archive.
func (t *Tools) archived(ctx context.Context) []string {
	java, err := filepath.EvalSymlinks(t.java)
	if err != nil {
		return nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	key := sha256.New()
	io.WriteString(key, training)
	for _, file := range []string{java, t.jar} {
		is, err := os.Stat(file)
		if err != nil {
			return nil
		}
		fmt.Fprintf(key, "%s %d %d\n", file, is.Size(), is.ModTime().UnixNano())
	}
	name := filepath.Join(cache, "stealproof", fmt.Sprintf("tlc-%x", key.Sum(nil)[:8]))
	file := whole(name)
	if file == "" && t.archive(ctx, name) == nil {
		file = whole(name)
	}
	if file == "" {
		return nil
	}
	return []string{"-XX:SharedArchiveFile=" + file, "-Xlog:disable"} // without the second one, Java prints warnings among TLC's output
}

// whole returns the archive with a name, or "". The size is the end of the file's name: Java crashes if an archive is cut off.
func whole(name string) string {
	files, err := filepath.Glob(name + "-*.jsa")
	if err != nil {
		return ""
	}
	for _, file := range files {
		if is, err := os.Stat(file); err == nil && file == fmt.Sprintf("%s-%d.jsa", name, is.Size()) {
			return file
		}
	}
	return ""
}

// archive makes the archive. Another process may do so at the same time.
func (t *Tools) archive(ctx context.Context, name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(name), "training-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for file, text := range map[string]string{"Training.tla": training, "Training.cfg": trainingConfig} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, t.java, "-XX:ArchiveClassesAtExit=new.jsa", "-Xlog:disable", "-XX:+UseSerialGC", "-Djava.io.tmpdir="+dir,
		"-cp", t.jar, "tlc2.TLC", "-tool", "-workers", "1", "Training.tla")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	made := filepath.Join(dir, "new.jsa")
	is, err := os.Stat(made)
	if err != nil {
		return err
	}
	return os.Rename(made, fmt.Sprintf("%s-%d.jsa", name, is.Size()))
}
